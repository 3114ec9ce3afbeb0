import { mask } from './masking.ts'

/** Sections of a TOML or INI file whose names begin as said. */
export function sectionParts(text: string, wanted: RegExp): Map<string, string> {
  const parts = new Map<string, string>()
  let name: string | undefined
  for (const line of lines(text)) {
    const [, section] = /^\[\[?\s*([^[\]]+?)\s*\]?\]$/.exec(line) ?? []
    if (section !== undefined) name = wanted.test(section) ? section : undefined
    else if (name !== undefined)
      parts.set(name, `${parts.get(name) ?? ''}${line.replaceAll(/\s+|,(?=\s*\])/g, '')}\n`)
  }
  return parts
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*[#;].*$/, '')
        .replace(/\s#[^"']*$/, '')
        .trim(),
    )
    .filter((line) => line !== '')
}

const plugin =
  /maven-(?:surefire|failsafe|checkstyle|pmd|enforcer)-plugin|jacoco|pitest|spotbugs|findbugs|errorprone/

/** Plugins of Maven that test, and properties that keep them from it. */
export function pomParts(text: string): Map<string, string> {
  const plain = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<version>[^<]*<\/version>/g, '')
    .replaceAll(/\s+/g, '')
  const plugins = plain
    .split('<plugin>')
    .slice(1)
    .map((part) => part.split('</plugin>')[0] ?? '')
    .filter((part) => plugin.test(part))
  const switches = [
    ...plain.matchAll(
      /<(skipTests|skipITs|maven\.test\.skip|testFailureIgnore|maven\.test\.failure\.ignore|skip)>[^<]*</g,
    ),
  ].map(([found]) => found)
  return new Map([...named('plugins', plugins), ...named('switches', switches)])
}

const gradleHead =
  /(?:\b(?:test|integrationTest|jacoco\w*|check|checkstyle|pmd|spotbugs|detekt)|\btasks\s*\.\s*(?:withType|named|getByName|register)\s*[<(][^{\n]{0,100}[Tt]est[^{\n]{0,100})\s*(?=\{)/g

/** Blocks of Gradle that test. */
export function gradleParts(text: string): Map<string, string> {
  const code = mask(text, 'java')
  const blocks = [...code.matchAll(gradleHead)].map(({ index, 0: head }) => {
    const open = index + head.length
    return text.slice(open, blockEnd(code, open)).replaceAll(/\/\/[^\n]*|\s+/g, '')
  })
  return named('test', blocks)
}

function blockEnd(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1
    else if (code[at] === '}' && (depth -= 1) === 0) return at + 1
  }
  return code.length
}

/** Recipes of make that test. */
export function makeParts(text: string): Map<string, string> {
  const parts = new Map<string, string>()
  let target: string | undefined
  for (const line of text.split('\n')) {
    const [, name] = /^([\w.%-][\w .%/-]*):(?!=)/.exec(line) ?? []
    if (name !== undefined)
      target = /(?:^|[-_.\s])(?:test|tests|check|lint|verify|ci|cover|coverage)\b/.test(name)
        ? name
        : undefined
    const recipe = line.replace(/(?:^|\s)#.*$/, '').trim()
    if (target !== undefined && recipe !== '')
      parts.set(`the target ${target}`, `${parts.get(`the target ${target}`) ?? ''}${recipe}\n`)
  }
  return parts
}

function named(name: string, found: readonly string[]): Map<string, string> {
  return found.length === 0 ? new Map() : new Map([[name, found.join('\n')]])
}
