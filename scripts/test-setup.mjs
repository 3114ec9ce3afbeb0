// Finds what the tests need besides npm packages; as root on Debian it installs what is missing.
import { spawnSync } from 'node:child_process'

const needed = [
  { program: 'git', package: 'git', for: 'worktrees and the demo project' },
  {
    program: 'chromium',
    package: 'chromium',
    for: 'pages and the client in a real browser',
    or: ['chromium-browser', 'google-chrome'],
  },
  { program: '/usr/sbin/sshd', package: 'openssh-server', for: 'agents on another machine', or: ['sshd'] },
  { program: 'tmux', package: 'tmux', for: 'the monitor and IRC clients in a real terminal' },
  { program: 'irssi', package: 'irssi', for: 'rooms in a real IRC client' },
  { program: 'weechat', package: 'weechat-curses', for: 'rooms in a real IRC client' },
  { program: 'weechat-headless', package: 'weechat-headless', for: 'rooms in a client that comes back' },
  {
    program: '/usr/lib/x86_64-linux-gnu/weechat/plugins/logger.so',
    package: 'weechat-plugins',
    for: 'what a client was shown',
  },
  { program: 'openssl', package: 'openssl', for: 'certificates of test servers' },
  { program: '/usr/sbin/ngircd', package: 'ngircd', for: 'rooms on an IRC server' },
  { program: '/usr/sbin/inspircd', package: 'inspircd', for: 'rooms on an IRC server' },
]

const missing = needed.filter((need) => ![need.program, ...(need.or ?? [])].some(isThere))
if (missing.length > 0) install(missing)

const still = missing.filter((need) => ![need.program, ...(need.or ?? [])].some(isThere))
for (const need of still) {
  process.stderr.write(
    `The tests need ${need.program} (${need.for}). Install it, on Debian with: apt-get install ${need.package}\n`,
  )
}
process.exit(still.length === 0 ? 0 : 1)

function isThere(program) {
  return spawnSync('sh', ['-c', `command -v "${program}"`]).status === 0
}

function install(packages) {
  if (process.getuid?.() !== 0 || !isThere('apt-get')) return
  const names = packages.map((need) => need.package)
  process.stdout.write(`Installing for the tests: ${names.join(', ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
}
