import { transportSuite } from '../../src/core/transport/transport.suite.ts'
import { openClaudeWorld } from '../support/transport.ts'

transportSuite(() =>
  openClaudeWorld(
    ({ file }) => `
  - { when: { says: hello }, reply: Hello. }
  - { when: { says: count, turn: 2 }, reply: 'Texts: 2.' }
  - { when: { says: count }, reply: 'Texts: not 2.' }
  - { when: { says: stream }, reply: [{ text: Half. }, { gate: rest }, { text: Whole. }] }
  - { when: { says: wait }, reply: [{ tool: { name: Bash, input: { command: tail -f story.txt, description: Wait } } }] }
  - { when: { says: touch }, reply: [{ tool: { name: Bash, input: { command: 'touch ${file}', description: Touch } } }] }
  - { when: { tool: Bash }, reply: 'Touched: \${toolResult}' }
  - when: { says: ask }
    reply:
      - tool:
          name: AskUserQuestion
          input:
            questions:
              - question: Which DB?
                header: DB
                multiSelect: false
                options: [{ label: A, description: first }, { label: B, description: second }]
  - { when: { tool: AskUserQuestion }, reply: '\${toolResult}' }
${[529, 401, 400, 404, 429, 500]
  .map((status) => `  - { when: { says: fail ${status} }, reply: [{ fail: { status: ${status} } }] }`)
  .join('\n')}
`,
  ),
)
