import type { RowThing } from './row.ts'
import type { Notice } from './view.ts'

type Deed = 'open' | 'tell' | 'interrupt'
type Way = (of: string) => Pick<Notice, 'words' | 'advice'>

/** A build, a spec or an idea is handled by its commands: which, for a key that would do something with a team. */
export function noticeOf({ page, of }: RowThing, deed: Deed): Notice {
  return { ...ways[page][deed](of), tone: 'quiet' }
}

const ways: Readonly<Record<RowThing['page'], Readonly<Record<Deed, Way>>>> = {
  build: {
    open: (build) => ({
      words: `Watch ${build} in a terminal of its own:`,
      advice: `iris builds follow ${build}`,
    }),
    tell: (build) => ({
      words: `Its tasks are told what to do otherwise one by one:`,
      advice: `iris builds retry ${build} <task> "your words"`,
    }),
    interrupt: (build) => ({
      words: `${build} is paused as a whole:`,
      advice: `iris builds pause ${build}`,
    }),
  },
  spec: {
    open: (spec) => ({ words: `Read ${spec} in a terminal of its own:`, advice: `iris spec show ${spec}` }),
    tell: (spec) => ({
      words: `${spec} is sent back with what is to change:`,
      advice: `iris spec back ${spec} "your words"`,
    }),
    interrupt: (spec) => ({ words: `${spec} is dropped as a whole:`, advice: `iris spec drop ${spec}` }),
  },
  idea: {
    open: (idea) => ({
      words: 'Read what was said and written down of it in a terminal of its own:',
      advice: `iris idea show ${idea} --talk`,
    }),
    tell: (idea) => ({
      words: 'Say something about it, and read the answer:',
      advice: `iris idea say ${idea} "your words"`,
    }),
    interrupt: () => ({ words: 'Nothing is running there.' }),
  },
}
