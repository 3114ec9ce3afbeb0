const longest = 12_000

/**
 * Words of a team as data: every line is marked, so that none of them can end the fence or pass for an instruction of
 * ours, and characters that hide or turn text are shown as what they are.
 */
export function fence(text: string, { most = longest }: { most?: number } = {}): string {
  const shown =
    text.length > most ? `${text.slice(0, most / 4)}\n… (cut) …\n${text.slice(-(most / 4) * 3)}` : text
  return shown
    .replaceAll(
      /[\p{Cf}\p{Co}\p{Cn}]|[^\P{Cc}\n\t\r\v\f\u0085]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
    )
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `| ${line}`)
    .join('\n')
}
