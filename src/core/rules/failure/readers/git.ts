import { form, type Reader } from '../finding.ts'

const moved = 'Others changed the same.'
const remote = 'The other side cannot be reached.'
const busy = 'Another git is at work here.'

export const git: Reader = {
  names: ['git', 'gh', 'glab', 'hub'],
  forms: [
    form(/^CONFLICT \(.*/gm, 'CONFLICT', moved),
    form(
      /^ ?! \[(?:rejected\] .*|remote rejected\] .*(?:fetch first|cannot lock ref|failed to update ref).*)/gm,
      'CONFLICT',
      'The branch was moved by somebody else.',
    ),
    form(
      /^(?:Applied patch to '.*' with conflicts\.|fatal: refusing to merge unrelated histories|error: cannot (?:rebase|pull with rebase): .*)/gm,
      'CONFLICT',
      moved,
    ),
    form(/^error: (?:could not apply|patch failed:|.*: patch does not apply)/gm, 'CONFLICT', moved),
    form(
      /^error: .* would be overwritten by (?:merge|checkout|rebase|pull|cherry-pick)/gm,
      'CONFLICT',
      moved,
    ),
    form(/^error: The following untracked working tree files would be overwritten/gm, 'CONFLICT', moved),
    form(
      /^(?:fatal|error): (?:Exiting because of|Pulling is not possible because you have) (?:an )?un(?:resolved conflict|merged files)/gm,
      'CONFLICT',
      moved,
    ),
    form(
      /^(?:fatal|error): (?:Not possible to fast-forward|Need to specify how to reconcile|Merging is not possible because|Committing is not possible because)/gm,
      'CONFLICT',
      moved,
    ),
    form(
      /^(?:fatal|error): (?:.*: )?(?:Unable to create|could not lock|cannot lock ref|Unable to lock)\b.*(?:File exists|\.lock|is at .* but expected)/gm,
      'RESOURCE',
      busy,
    ),
    form(
      /^(?:fatal|error): .*(?:No space left on device|Disk quota exceeded|Out of memory|out of memory|Too many open files)/gm,
      'RESOURCE',
      'The machine has nothing left.',
    ),
    form(
      /^fatal: unable to access '.*': .*(?:[45]03|500|502|504|429|[Rr]esolve|[Cc]onnect|[Tt]ime|SSL_read|Recv failure|reset|Empty reply|early EOF)/gm,
      'NETWORK',
      remote,
    ),
    form(
      /^fatal: (?:unable to connect to|unable to look up|the remote end hung up|early EOF|protocol error)/gm,
      'NETWORK',
      remote,
    ),
    form(/^(?:error: RPC failed|fetch-pack: unexpected disconnect)/gm, 'NETWORK', remote),
    form(/^ssh: (?:connect to host|Could not resolve hostname)/gm, 'NETWORK', remote),
    form(
      /^(?:fatal: Authentication failed|fatal: could not read (?:Username|Password)|remote: Permission to|Host key verification failed|.*Permission denied \(publickey|remote: (?:Invalid username|HTTP Basic: Access denied))/gm,
      'ENVIRONMENT',
      'git may not go there.',
    ),
    form(/^fatal: unable to access '.*': .*/gm, 'ENVIRONMENT', 'git may not go there.'),
    form(
      /^fatal: (?:not a git repository|detected dubious ownership|.* does not appear to be a git repository|repository '.*' (?:not found|does not exist)|this operation must be run in a work tree)/gm,
      'ENVIRONMENT',
      'There is no repository that git can use.',
    ),
    form(
      /^(?:\*\*\* Please tell me who you are|fatal: (?:no email was given|unable to auto-detect email|empty ident name))/gm,
      'ENVIRONMENT',
      'git does not know who commits.',
    ),
    form(
      /^(?:fatal|error): (?:insufficient permission|could not create|unable to create|could not open|cannot open|unable to write)\b.*Permission denied/gm,
      'ENVIRONMENT',
      'git may not write there.',
    ),
    form(
      /^error: (?:gpg failed to sign|cannot run|cannot spawn) ?.*/gm,
      'ENVIRONMENT',
      'A program that git needs does not run.',
    ),
    form(
      /^(?:fatal: (?:bad object|loose object .* is corrupt|.*unable to read tree)|error: (?:object file .* is empty|.* does not point to a valid object))/gm,
      'ENVIRONMENT',
      'The repository is damaged.',
    ),
    form(/^git: '.*' is not a git command/gm, 'ENVIRONMENT', 'git has no such command here.'),
  ],
  summaries: [
    form(
      /^nothing to commit,|^no changes added to commit|^nothing added to commit/gm,
      'VALIDATION_FAILED',
      'There is nothing to commit.',
    ),
  ],
}
