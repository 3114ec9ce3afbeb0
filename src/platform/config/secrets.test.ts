import { expect, test } from 'vitest'
import { workMs } from '../lib/work-time.suite.ts'
import { childEnvironment, heldBack } from './child-environment.ts'

// Names as the documentation of tools and services has them; the value says nothing.
const secret = `
PGPASSWORD MYSQL_PWD MYSQL_ROOT_PASSWORD POSTGRES_PASSWORD REDIS_PASSWORD REDISCLI_AUTH DB_PASS DB_PASSWD SMTP_PASS SSHPASS
LDAP_BIND_PW DATABASE_URL POSTGRES_URL MONGODB_URI REDIS_URL CLOUDAMQP_URL CELERY_BROKER_URL SHOP_DATABASE_URL SENTRY_DSN
AZURE_STORAGE_CONNECTION_STRING AZURE_STORAGE_KEY AZURE_STORAGE_SAS_TOKEN AZURE_CLIENT_SECRET ARM_CLIENT_SECRET AZURE_DEVOPS_EXT_PAT
AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GOOGLE_API_KEY GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CREDENTIALS GCP_SA_KEY
CLOUDSDK_AUTH_ACCESS_TOKEN CLOUDFLARE_API_TOKEN CF_API_KEY DIGITALOCEAN_ACCESS_TOKEN HCLOUD_TOKEN LINODE_TOKEN FLY_API_TOKEN VERCEL_TOKEN
NETLIFY_AUTH_TOKEN RENDER_API_KEY HEROKU_API_KEY SUPABASE_SERVICE_ROLE_KEY UPSTASH_REDIS_REST_TOKEN HASURA_GRAPHQL_ADMIN_SECRET
GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN BITBUCKET_APP_PASSWORD CI_JOB_TOKEN CI_JOB_JWT CI_REGISTRY_PASSWORD ACTIONS_RUNTIME_TOKEN
ACTIONS_ID_TOKEN_REQUEST_TOKEN BUILDKITE_AGENT_TOKEN CIRCLE_TOKEN SONAR_TOKEN SNYK_TOKEN CODECOV_TOKEN CYPRESS_RECORD_KEY
STRIPE_SECRET_KEY STRIPE_KEY STRIPE_WEBHOOK_SECRET PAYPAL_CLIENT_SECRET PLAID_SECRET BRAINTREE_PRIVATE_KEY COINBASE_API_SECRET
SLACK_BOT_TOKEN SLACK_SIGNING_SECRET SLACK_WEBHOOK_URL DISCORD_WEBHOOK_URL TELEGRAM_BOT_TOKEN TWILIO_AUTH_TOKEN TWITTER_BEARER_TOKEN
SENDGRID_API_KEY MAILGUN_API_KEY POSTMARK_SERVER_TOKEN SMTP_PASSWORD DD_API_KEY DD_APP_KEY NEW_RELIC_LICENSE_KEY ALGOLIA_ADMIN_KEY
OPENAI_API_KEY GEMINI_API_KEY GROQ_API_KEY MISTRAL_API_KEY HF_TOKEN HUGGING_FACE_HUB_TOKEN REPLICATE_API_TOKEN WANDB_API_KEY KAGGLE_KEY
NPM_TOKEN NODE_AUTH_TOKEN YARN_NPM_AUTH_TOKEN npm_config__authToken npm_config__auth npm_config__password PYPI_TOKEN TWINE_PASSWORD
POETRY_PYPI_TOKEN_PYPI UV_PUBLISH_TOKEN GEM_HOST_API_KEY CARGO_REGISTRY_TOKEN NUGET_API_KEY COMPOSER_AUTH DOCKER_PASSWORD
DOCKER_AUTH_CONFIG ORG_GRADLE_PROJECT_signingKey ORG_GRADLE_PROJECT_signingPassword KEYSTORE_PASSWORD MATCH_PASSWORD FASTLANE_SESSION
HOMEBREW_GITHUB_API_TOKEN ARTIFACTORY_API_KEY ARTIFACTORY_PASSWORD NEXUS_PASSWORD
VAULT_TOKEN VAULT_SECRET_ID CONSUL_HTTP_TOKEN NOMAD_TOKEN OP_SERVICE_ACCOUNT_TOKEN OP_SESSION_my BW_SESSION DOPPLER_TOKEN
PULUMI_ACCESS_TOKEN PULUMI_CONFIG_PASSPHRASE TF_TOKEN_app_terraform_io TF_VAR_db_password ANSIBLE_BECOME_PASS SOPS_AGE_KEY
BORG_PASSPHRASE RESTIC_PASSWORD GPG_PASSPHRASE DBT_ENV_SECRET_KEY
JWT_SECRET SESSION_SECRET NEXTAUTH_SECRET COOKIE_SECRET SECRET_KEY_BASE DJANGO_SECRET_KEY SECRET_KEY APP_KEY RAILS_MASTER_KEY
ENCRYPTION_KEY SIGNING_KEY API_KEY APIKEY TOKEN PASSWORD SECRET MNEMONIC WALLET_PRIVATE_KEY DRIVE_AUTHORIZATION
db_password githubToken stripeSecretKey`

test.each(secret.split(/\s+/).filter(Boolean))('[CFG31] %s is held back by its name', (name) => {
  expect(heldBack({ [name]: 'x1' })).toEqual([name])
  expect(childEnvironment({ [name]: 'x1' }, 'agent')).toEqual({})
})

// Made up, in the shapes that are known; put together here so that no scanner takes them for real ones.
const long = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d'
const made = (...start: string[]) => `${start.join('')}${long}`
const pem = ['-----BEGIN', 'RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'].join(' ')
test.each<[string, string]>([
  ['BACKEND', 'postgres://app:hunter2@db.example/app'],
  ['PIP_INDEX_URL', 'https://me:pw@pypi.example/simple'],
  ['MY_REMOTE', `https://${made('gh', 'p_')}@github.com/x/y`],
  ['CACHE', 'redis://:pw@cache.example:6379/0'],
  ['DEPLOY', pem],
  ['ACCOUNT_JSON', JSON.stringify({ type: 'service_account', private_key: pem })],
  ['CONFIG', made('sk_', 'live_')],
  ['BOT', made('xox', 'b-123456789012-')],
  ['IDENTITY', ['AKI', 'AABCDEFGHIJKLMNOP'].join('')],
  ['SESSION', made('ey', 'JhbGciOiJI.eyJzdWIiOiIx.')],
  ['STORAGE', 'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=abcd1234=='],
  ['ODBC', 'Server=db;Database=x;Uid=me;Pwd=hunter2;'],
  ['CURL_HEADER', 'Authorization: Basic bWU6cHc='],
  ['COOKIE_SALT', long],
  ['VAULT_UNSEAL_1', long],
  ['BUNDLE_GEMS__EXAMPLE__COM', 'me:pw'],
  ['SERVICE_TOKEN_FILE', long],
])('[CFG31] %s is held back for what it holds', (name, value) => {
  expect(heldBack({ [name]: value })).toEqual([name])
})

test.each(
  Object.entries({
    PATH: '/usr/bin:/bin',
    PWD: '/projects/one',
    OLDPWD: '/work',
    TOKENIZERS_PARALLELISM: 'false',
    MAX_TOKENS: '4096',
    KEYBOARD: 'us',
    KEYTIMEOUT: '1',
    KEYMAP: 'de',
    MONKEY_PATCH: '1',
    COMPASS_STYLE: 'compact',
    BYPASS_CACHE: '1',
    SECRETARY: 'Ann',
    AUTHOR: 'Ann',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.org',
    GIT_SSH_COMMAND: 'ssh -i /home/u/.ssh/id -o IdentitiesOnly=yes',
    GIT_ASKPASS: '/usr/lib/askpass',
    SSH_ASKPASS: '/usr/lib/askpass',
    SSH_AUTH_SOCK: '/run/user/1000/keyring/ssh',
    SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22',
    GPG_AGENT_INFO: '/run/user/1000/gnupg/S.gpg-agent:0:1',
    GPG_TTY: '/dev/pts/1',
    GPG_KEY_ID: '0123456789ABCDEF',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=9f6c5a1e0c7b4d2e8a3f1b6d5c4e7f80',
    TERM_SESSION_ID: 'w0t0p0:6F1E9C52-8B7A-4B6D-9F3E-2C1D0A9B8E7F',
    XDG_SESSION_ID: '3',
    KRB5CCNAME: 'FILE:/tmp/krb5cc_1000',
    https_proxy: 'http://me:pw@proxy.example:3128',
    HTTP_PROXY: 'http://proxy.example:3128',
    npm_config_registry: 'https://registry.example/npm/',
    npm_config_cache: '/home/u/.npm',
    npm_config_keyfile: '/home/u/client.key',
    KUBECONFIG: '/home/u/.kube/config',
    AWS_PROFILE: 'work',
    AWS_SHARED_CREDENTIALS_FILE: '/home/u/.aws/credentials',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/var/run/secrets/token',
    PASSWORD_STORE_DIR: '/home/u/.password-store',
    RESTIC_PASSWORD_COMMAND: 'pass show restic',
    SSH_KEY_PATH: '/home/u/.ssh/id_ed25519',
    TLS_KEY: '/etc/ssl/private/server.key',
    TOKEN_TTL: '3600',
    PASSWORD_MIN_LENGTH: '12',
    SECRET_NAME: 'projects/one/secrets/two',
    OAUTH_TOKEN_URL: 'https://login.example/oauth/token',
    DATABASE_URL: 'postgres://localhost:5432/app',
    REDIS_URL: 'redis://localhost:6379',
    CACHE_KEY: 'v2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    NODE_OPTIONS: '--max-old-space-size=4096',
    JAVA_TOOL_OPTIONS: '-Djavax.net.ssl.trustStore=/etc/ca -Djavax.net.ssl.trustStorePassword=changeit',
    LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33',
    GIT_COMMIT: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    CARGO_HOME: '/home/u/.cargo',
    JAVA_HOME: '/java',
    GITHUB_TOKEN: '',
  }),
)('[CFG31] %s=%s reaches agents', (name, value) => {
  expect({ ...childEnvironment({ [name]: value }, 'agent') }).toEqual({ [name]: value })
  expect(heldBack({ [name]: value })).toEqual([])
})

test('[CFG31] git gets its numbered settings all or none', () => {
  const plain = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ann' }
  expect(heldBack(plain)).toEqual([])
  const header = { ...plain, GIT_CONFIG_VALUE_0: 'AUTHORIZATION: basic bWU6cHc=' }
  expect(heldBack(header)).toEqual(['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'])
})

test('[CFG31] what Claude Code needs for its model passes, and what a team was given on purpose', () => {
  const own = { ANTHROPIC_API_KEY: 'k', CLAUDE_CODE_OAUTH_TOKEN: 'k', ANTHROPIC_AUTH_TOKEN: 'k' }
  expect(heldBack(own)).toEqual([])
  expect({ ...childEnvironment({ PGPASSWORD: 'a' }, 'agent', { PGPASSWORD: 'b' }) }).toEqual({
    PGPASSWORD: 'b',
  })
})

test('[CFG31] a long value is looked at in no time', () => {
  const took = workMs(() => {
    for (const piece of ['a', 'a:', '://a:', 'eyJa.', 'sk-', ' authorization:', ';pwd='])
      heldBack({ LONG_KEY: piece.repeat(200_000 / piece.length), LONG: piece.repeat(200_000 / piece.length) })
  })
  expect(took).toBeLessThan(5000)
})
