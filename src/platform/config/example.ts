/** The config.yaml of a new user: everything at its default, with examples to uncomment. */
export function exampleConfig(schema = './config.schema.json'): string {
  return `# yaml-language-server: $schema=${schema}

# Iris reads this file when it starts and whenever it changes. Every key is optional; see docs/guides/config.md.
# \${NAME} and \${NAME:-default} are filled in from the environment. Times are written 500ms, 30s, 5m, 2h, 1d.

settings:
  httpPort: 1615 # the API and the dashboard; 0 takes any free port
  maxProcesses: 10 # agents at once
  idleTimeout: 1h # an agent without work ends after this
  responseTimeout: 2m # the longest silence of an agent during a turn
  # logLevel: debug

# claude:
#   model: sonnet # for every team that names none
#   env:
#     HTTPS_PROXY: "\${HTTPS_PROXY:-}"

# agent:
#   completionAnalysis:
#     alertMethods: [dashboard, desktop] # also webhook, ntfy, telegram, email: see notifications

# A team is a project folder with an agent. Add one here, or with: iris teams add alpha ~/projects/alpha
teams:
  # alpha:
  #   path: ~/projects/alpha
  #   description: The web shop
  #   grantPermission: ask # yes | no | ask | forward
  #   color: "#FF6B9D" # in quotes, or YAML takes it for a comment
  #   budget:
  #     day: 5 # US dollars
  # beta:
  #   path: /srv/beta
  #   remote: ssh you@build.example
`
}
