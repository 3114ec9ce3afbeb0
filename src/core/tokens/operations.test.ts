import { expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { tokenOperations } from './operations.ts'

function open() {
  const written: string[] = []
  const created: object[] = []
  const task = newId('tsk', 0)
  const operations = tokenOperations({
    tokens: { create: (input: object) => void created.push(input) } as never,
    login: { issue: () => ({ ticket: 'the-ticket', expiresAt: 7 }) } as never,
    writeLink: (url) => `/file/${written.push(url)}`,
    url: () => 'http://127.0.0.1:1',
    publicUrl: () => 'https://iris.example',
    taskOf: () => task,
  })
  return { operations, written, created, task }
}

const never = (): void => undefined

test('[DSH63] a login link is put into a file only when one is asked for', () => {
  const { operations, written } = open()
  const url = 'http://127.0.0.1:1/login#the-ticket'
  expect(operations.createLoginLink({ file: false, public: false }, {} as never, never)).toEqual({
    url,
    expiresAt: 7,
    file: null,
  })
  expect(written).toEqual([])
  expect(operations.createLoginLink({ file: true, public: false }, {} as never, never)).toEqual({
    url,
    expiresAt: 7,
    file: '/file/1',
  })
  expect(written).toEqual([url])
})

test('[CON1] a public link is one of the public address', () => {
  const { operations } = open()
  expect(operations.createLoginLink({ file: false, public: true }, {} as never, never)).toMatchObject({
    url: 'https://iris.example/login#the-ticket',
  })
})

test('[LEA20] a token is for a task only when it names one', () => {
  const { operations, created, task } = open()
  void operations.createToken({ name: 'a', role: 'observer' } as never, {} as never, never)
  void operations.createToken({ name: 'b', role: 'worker', task: 'k1' } as never, {} as never, never)
  expect(created).toEqual([
    { name: 'a', role: 'observer' },
    { name: 'b', role: 'worker', task },
  ])
})
