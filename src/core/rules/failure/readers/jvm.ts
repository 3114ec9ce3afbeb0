import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'

const offline = 'The source of packages cannot be reached.'
const brokenJava =
  /expected$|^illegal (?:start|character)|^reached end of file|^unclosed|^not a statement|^class, interface|without '|^invalid (?:method declaration|expression)|^orphaned|^malformed/
const brokenKotlin = /^(?:Expecting|Unexpected|Unclosed|Missing|Syntax error|Illegal|Unsupported \[)/

/** Java and Kotlin: compilers, programs, Maven. */
export const java: Reader = {
  names: ['javac', 'java', 'kotlinc', 'kotlin', 'mvn', 'mvnw', 'gradle', 'gradlew'],
  forms: [
    {
      find: /^ *(?:\[ERROR\] )?\S.*?\.java:(?:\d+: error: |\[\d+,\d+\] (?:error: )?)(.*)$/gm,
      says: ([, message = '']) => readJava(message),
    },
    {
      find: /^e: \S.*?\.kts?:(?: ?\(\d+, \d+\)|\d+:\d+):? (.*)$/gm,
      says: ([, message = '']) => (brokenKotlin.test(message) ? syntax(message) : invalid(message)),
    },
    {
      find: /^(?:.*<<< (?:ERROR|FAILURE)!|\S.* > .* FAILED)\n *([\w.$]+(?:Exception|Error))(?:: (.*)| at .*)?$/gm,
      says: ([, name = '', message = '']) => readThrown(name, message) ?? invalid(`${name}: ${message}`),
    },
    {
      find: /^(?:Exception in thread "[^"\n]*" |Caused by: )([\w.$]+)(?:: (.*))?(?=\n\s+(?:at|\.\.\.) )/gm,
      says: ([, name = '', message = '']) => readThrown(name, message),
    },
    {
      find: /^(?:\[(?:ERROR|FATAL)\] )(?:Failed to execute goal .*?: )?(.*(?:Could not|Non-resolvable|Non-parseable|Non-readable|Cannot access|Plugin .* could not be resolved|No plugin found|Unknown lifecycle|There are test failures|no POM in this directory|Failed to collect).*)$/gm,
      says: ([, message = '']) => readMaven(message),
    },
    form(
      /^Error: (?:Could not find or load main class|Unable to access jarfile|Main method not found)|^error: (?:file not found|release version \S+ not supported|invalid flag)/gm,
      'ENVIRONMENT',
      'There is nothing that Java can run or compile.',
    ),
  ],
  summaries: [
    form(
      /^\[ERROR\] (?:Tests run: .*|Failures: *|There are test failures.*)$/gm,
      'VALIDATION_FAILED',
      'Tests failed.',
    ),
  ],
}

function readJava(message: string): Finding {
  const missing = /^package (\S+) does not exist/.exec(message)?.[1]
  if (missing !== undefined)
    return { class: 'MISSING_DEPENDENCY', why: `Nothing has the package ${missing}.`, package: missing }
  return brokenJava.test(message) ? syntax(message) : invalid(message)
}

/** An exception that says something about the network or the machine; undefined for one like any other. */
function readThrown(name: string, message: string): Finding | undefined {
  const why = `${name}: ${message}`
  if (
    /(?:Connect|UnknownHost|SocketTimeout|NoRouteToHost|HttpTimeout|HttpConnectTimeout)Exception$/.test(name)
  )
    return { class: 'NETWORK', why }
  if (
    /OutOfMemoryError$|BindException$/.test(name) ||
    /No space left on device|Too many open files/.test(message)
  )
    return { class: 'RESOURCE', why }
  if (/(?:AccessDenied|UnsupportedClassVersion|UnsatisfiedLink)(?:Exception|Error)$/.test(name))
    return { class: 'ENVIRONMENT', why }
  return undefined
}

const unreachable =
  /Unknown host|[Cc]onnection refused|[Cc]onnect(?:ion)? timed out|Could not transfer|No route to host|Connection reset|Temporary failure in name|Name or service not known|Could not GET|Could not HEAD|Read timed out|status code 5\d\d/

function readMaven(message: string): Finding | undefined {
  if (/Non-(?:parse|read)able POM/.test(message)) return syntax('pom.xml does not parse.')
  if (unreachable.test(message)) return { class: 'NETWORK', why: offline }
  if (/no POM in this directory|Unknown lifecycle|No plugin found/.test(message))
    return { class: 'ENVIRONMENT', why: message.slice(0, 160) }
  const artifact =
    /(?:Could not find(?: artifact)?|Could not resolve|could not be resolved: The following artifacts could not be resolved:|Failed to collect dependencies at|offline mode and the artifact) ([\w.-]+:[\w.-]+)/.exec(
      message,
    )?.[1]
  if (artifact !== undefined || /offline mode/.test(message)) return missingArtifact(message, artifact)
  return /test failures/.test(message) ? invalid('Tests failed.') : undefined
}

function missingArtifact(message: string, artifact: string | undefined): Finding {
  return { class: 'MISSING_DEPENDENCY', why: message.slice(0, 160), ...(artifact && { package: artifact }) }
}

/** What gradle says went wrong, down to the cause that it names last. */
export const gradle: Reader = {
  names: ['gradle', 'gradlew'],
  forms: [
    {
      find: /^\* What went wrong:\n((?:(?!\* ).*\n?){1,60})/gm,
      says: ([, block = '']) => readGradle(block.trimEnd()),
    },
    form(/^\S.* > .* FAILED$/gm, 'VALIDATION_FAILED', 'Tests failed.'),
    form(
      /^(?:ERROR: JAVA_HOME is|Error: Could not find or load main class org\.gradle|FAILURE: Could not (?:determine java|find or load)).*/gm,
      'ENVIRONMENT',
      'There is no Java that gradle can use.',
    ),
  ],
  summaries: [
    form(/^\d+ tests? completed, \d+ failed/gm, 'VALIDATION_FAILED', 'Tests failed.'),
    form(/^FAILURE: Build failed with an exception\./gm, 'VALIDATION_FAILED', 'The build failed.'),
  ],
}

/** The parts of its sentences that tell one failure from another; the first that is there decides. */
const gradleCauses: readonly [RegExp, (match: RegExpMatchArray) => Finding | undefined][] = [
  [/\.java:\d+: error: (.*)/, ([, message = '']) => readJava(message)],
  [unreachable, () => ({ class: 'NETWORK', why: offline })],
  [
    /(?:Could not (?:find|resolve)|No cached version of|Artifact ')\s*([\w.-]+:[\w.-]+)/,
    ([line, artifact]) => missingArtifact(line, artifact),
  ],
  [/Plugin \[id: '([\w.-]+)'.*was not found/, ([line, plugin]) => missingArtifact(line, plugin)],
  [
    /Could not compile (?:build|settings|initialization) (?:file|script) .*|Script compilation errors?:/,
    ([line]) => syntax(line),
  ],
  [
    /(?:Java heap space|GC overhead|No space left on device|Timeout waiting to lock).*/,
    ([why]) => ({ class: 'RESOURCE', why }),
  ],
  [
    /(?:Task '.*' not found|does not contain a Gradle build|SDK location not found|Could not determine java version|Unsupported class file major version|No matching toolchains?|Cannot find a Java installation|invalid source release|Could not create an instance of type org\.gradle|Gradle requires JVM).*/,
    ([why]) => ({ class: 'ENVIRONMENT', why }),
  ],
  [
    /There were failing tests|Compilation (?:error|failed)|A problem occurred evaluating/,
    ([line]) => invalid(`${line}.`),
  ],
]

/** A task that failed for no reason that is known here: the compiler or the program it ran has said why. */
function readGradle(block: string): Finding | undefined {
  for (const [find, says] of gradleCauses) {
    const match = find.exec(block)
    if (match) return says(match)
  }
  return undefined
}
