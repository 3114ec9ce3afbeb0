/** What the leader of the rehearsed pipeline is asked for. */
export const pipelineGoal = 'Build a page that greets its visitor by name. Have it tested.'

/** The roles the rehearsed pipeline has, as the CLI takes them. */
export const pipelineRoster = Object.fromEntries(
  ['pm', 'architect', 'designer', 'fe', 'be', 'qa'].map((role) => [
    role,
    { description: `The ${role} of the team`, prompt: `You are the ${role} of a team.` },
  ]),
)
