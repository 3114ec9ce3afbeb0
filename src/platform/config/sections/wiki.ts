import { z } from 'zod'
import { words } from './text.ts'

const prefixes = (usual: string[]) => z.array(z.string().max(200)).max(100).default(usual)

/** `wiki:` where the pages of projects are kept, and what agents may write of them. */
export const wikiSection = z.strictObject({
  backend: z.enum(['git', 'mcp']).default('git').meta({
    description:
      'Whether pages are kept in git on this machine, or by a wiki server that is reached over MCP.',
  }),
  path: words.optional().meta({
    description:
      'Where the repositories are: a folder inside each project, such as .wiki, which git there ignores, or an absolute path or one that starts with ~/ with a folder for each project. Unless said: wiki in the home of Iris.',
    examples: ['.wiki'],
  }),
  remote: words.optional().meta({
    description:
      'A git address that wikis are pulled from and pushed to; {project} stands for the slug. Never by force.',
    examples: ['git@example.org:wiki-{project}.git'],
  }),
  server: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }).meta({
        description: 'The address of its MCP endpoint; {project} stands for the slug.',
        examples: ['https://you.robot.wtf/shop/mcp'],
      }),
      headers: z
        .record(z.string(), z.string())
        .default({})
        .meta({
          description: 'Headers of every call, such as the one that signs in.',
          examples: [{ 'X-Wiki-Key': 'your key' }],
        }),
    })
    .optional()
    .meta({
      description: 'The wiki server, with `backend: mcp`.',
      examples: [{ url: 'https://wiki.example/shop/mcp' }],
    }),
  mayWrite: z
    .strictObject({
      agent: prefixes(['*']).meta({
        description:
          'Which pages agents may write: names or beginnings of names that end in *. {name} stands for the team.',
      }),
      worker: prefixes(['Tasks/{task}', 'Tasks/{task}/*', 'Handoffs/*', 'Decisions', 'Notes/*']).meta({
        description: 'The same for agents that were started for one task; {task} stands for its key.',
      }),
    })
    .prefault({})
    .meta({ description: 'What agents may write. They may read all of the wiki of their own project.' }),
})
