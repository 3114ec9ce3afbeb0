import { expect, test } from 'vitest'
import { homeRules } from './home-rules.ts'

test('[IDE23] no tool of an agent touches the folders of ideas, also where its own folder is inside the home', () => {
  const iris = { home: '/iris', database: '/iris/iris.db' }
  expect(homeRules(iris, { path: '/code/shop' })).toContain('Read(//iris/**)')
  const inside = homeRules(iris, { path: '/iris/projects/shop' })
  for (const tool of ['Read', 'Edit', 'Write', 'Glob', 'Grep'])
    expect(inside).toContain(`${tool}(//iris/users/**)`)
})
