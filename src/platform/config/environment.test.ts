import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { childEnvironment } from './child-environment.ts'
import { readEnvironment } from './environment.ts'

test('[CFG1] the home of Iris is $IRIS_HOME, else .iris in the home of the user', () => {
  expect(readEnvironment({ HOME: '/home/u' })).toMatchObject({
    home: resolve('/home/u/.iris'),
    configPath: resolve('/home/u/.iris/config.yaml'),
    userHome: '/home/u',
  })
  expect(readEnvironment({ HOME: '/home/u', IRIS_HOME: '/data/iris' }).home).toBe(resolve('/data/iris'))
  expect(readEnvironment({ HOME: '/home/u', IRIS_HOME: '~/other' }).home).toBe(join('/home/u', 'other'))
  expect(readEnvironment({ HOME: '/home/u', IRIS_HOME: '' }).home).toBe(resolve('/home/u/.iris'))
  expect(readEnvironment({}).userHome).toBe(homedir())
})

test('[CFG30] without an argument it reads the environment of the process', () => {
  expect(readEnvironment().variables['PATH']).toBe(process.env['PATH'])
})

test('[CFG6] variables inherit nothing', () => {
  expect(Object.getPrototypeOf(readEnvironment({ A: '1' }).variables)).toBeNull()
})

test('[CFG31] an agent gets what its shell would give, without secrets and what Iris runs under', () => {
  const variables = {
    PATH: '/bin',
    JAVA_HOME: '/java',
    SSH_AUTH_SOCK: '/tmp/agent',
    npm_config_registry: 'http://127.0.0.1/',
    ANTHROPIC_API_KEY: 'k1',
    CLAUDE_CODE_OAUTH_TOKEN: 'k2',
    GITHUB_TOKEN: 'secret',
    DB_PASSWORD: 'secret',
    OPENAI_API_KEY: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    IRIS_TOKEN: 'secret',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    npm_lifecycle_event: 'start',
    GIT_DIR: '/x',
  }
  expect({ ...childEnvironment(variables, 'agent') }).toEqual({
    PATH: '/bin',
    JAVA_HOME: '/java',
    SSH_AUTH_SOCK: '/tmp/agent',
    npm_config_registry: 'http://127.0.0.1/',
    ANTHROPIC_API_KEY: 'k1',
    CLAUDE_CODE_OAUTH_TOKEN: 'k2',
  })
})

test('[CFG31] the secrets of another provider pass when Claude Code uses it', () => {
  const variables = { CLAUDE_CODE_USE_BEDROCK: '1', AWS_SECRET_ACCESS_KEY: 'k', GOOGLE_API_KEY: 'secret' }
  const given = childEnvironment(variables, 'agent')
  expect(Object.keys(given)).toEqual(['CLAUDE_CODE_USE_BEDROCK', 'AWS_SECRET_ACCESS_KEY'])
})

test('[CFG31] what is set for the child wins over the filter', () => {
  const given = childEnvironment({ GITHUB_TOKEN: 'a', LANG: 'C' }, 'agent', { GITHUB_TOKEN: 'b', LANG: 'D' })
  expect({ ...given }).toEqual({ GITHUB_TOKEN: 'b', LANG: 'D' })
})

test('[CFG32] a tool gets only the fixed list', () => {
  const variables = {
    PATH: '/bin',
    LC_ALL: 'C',
    https_proxy: 'http://127.0.0.1:1',
    JAVA_HOME: '/j',
    A_TOKEN: 's',
  }
  expect(Object.keys(childEnvironment(variables, 'tool'))).toEqual(['PATH', 'LC_ALL', 'https_proxy'])
})
