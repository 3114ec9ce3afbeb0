/** Lines of a playbook in which the product manager writes plan.md; with a gate it waits there first. */
export const pmLines = (gate?: string): string => `
  - when: { agent: sub, system: product manager of the team, tool: Write }
    reply: [${gate ? `{ gate: ${gate} }, ` : ''}{ text: "PM REPORT: plan.md holds the plan." }]
  - when: { agent: sub, system: product manager of the team }
    reply:
      - tool: { name: Write, input: { file_path: "\${cwd}/plan.md", content: "1. It greets." } }
`

/** Lines of a leader that has one thing planned, waits, and completes. A CLI that resumes may put what it has to tell beside our words. */
export const leaderLines = `
  - when: { agent: main, says: /^The goal of this run/ }
    reply:
      - text: Paula plans first.
      - tool: { name: Agent, input: { subagent_type: pm, name: Paula, description: Plan it, prompt: Plan it, run_in_background: true } }
  - when: { agent: main, tool: Agent }
    reply: I wait for Paula.
  - when: { agent: main, tool: mcp__iris__run_complete }
    reply: "All is done."
  - when: { agent: main, tool: SendMessage }
    reply: "She goes on."
  - when: { agent: main, says: '/You were interrupted[\\s\\S]*agent id (\\w+)/' }
    reply:
      - tool: { name: SendMessage, input: { to: "\${says.1}", summary: Go on, message: Go on with the plan } }
  - when: { agent: main, says: /You were interrupted|goes on now/ }
    reply:
      - text: Once more.
      - tool: { name: Agent, input: { subagent_type: pm, name: Paula, description: Plan it again, prompt: Plan it, run_in_background: true } }
  - when: { agent: main, says: /task-notification/ }
    reply:
      - tool: { name: mcp__iris__run_complete, input: { summary: "The plan is written." } }
`

/** What such a run is started with. */
export const planRun = {
  team: 'alpha',
  goal: 'Write a plan',
  roster: ['pm'],
  evidence: { files: ['plan.md'], commands: ['grep -q greets plan.md'] },
}
