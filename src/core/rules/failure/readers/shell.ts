import { form, type Reader } from '../finding.ts'

/** What shells and the programs of the system say, whatever was run. */
export const shell: Reader = {
  names: ['sh', 'bash', 'zsh', 'dash', 'curl', 'wget', 'ssh', 'scp', 'rsync', 'docker'],
  forms: [
    form(
      /^\S+: (?:line )?\d+: (?:[Ss]yntax error|unexpected EOF while looking for).*/gm,
      'SYNTAX_ERROR',
      'The script does not parse.',
    ),
    form(
      /^\S+: (?:line )?\d+: \S+: (?:unbound variable|parameter (?:not set|null or not set)|[Bb]ad substitution|readonly variable)$/gm,
      'VALIDATION_FAILED',
      'The script names what is not there.',
    ),
    form(
      /^\S*(?:sh|bash|dash|zsh|make|env)(?:\[\d+\])?: .*?(?:not found|No such file or directory)$/gm,
      'ENVIRONMENT',
      'A program is not there.',
    ),
    form(
      /^\S*(?:sh|bash|dash|zsh): .*: Permission denied$/gm,
      'ENVIRONMENT',
      'A file may not be run or written.',
    ),
    form(
      /^[\w./-]+: .*(?:No space left on device|Disk quota exceeded|Cannot allocate memory|Too many open files|Resource temporarily unavailable|Address already in use|Device or resource busy)\.?$/gm,
      'RESOURCE',
      'The machine has nothing left.',
    ),
    form(/^curl: \((?:5|6|7|16|18|28|35|52|55|56|92)\) .*/gm, 'NETWORK', 'The other side cannot be reached.'),
    form(
      /^(?:Connecting to \S+ ?\S*\.\.\. failed: |wget: unable to resolve host address).*/gm,
      'NETWORK',
      'The other side cannot be reached.',
    ),
    form(/^curl: \(22\) .*error: (?:429|5\d\d)/gm, 'NETWORK', 'The other side failed.'),
    form(
      /^ssh: (?:connect to host|Could not resolve hostname).*/gm,
      'NETWORK',
      'The other side cannot be reached.',
    ),
    form(
      /^(?:ERROR: )?(?:[Cc]annot connect to the Docker daemon|error during connect:|permission denied while trying to connect to the Docker).*/gm,
      'ENVIRONMENT',
      'Docker does not run here.',
    ),
  ],
}
