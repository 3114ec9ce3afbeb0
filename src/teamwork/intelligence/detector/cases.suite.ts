import type { AskKind, Verdict } from './verdict.ts'

/** One written case: what a turn ended with, and what the detector must say of it. */
export interface Case {
  readonly language: string
  readonly verdict: Verdict
  readonly kind?: AskKind
  readonly text: string
}

const needs = (language: string, kind: AskKind, text: string): Case => ({
  language,
  verdict: 'needs_answer',
  kind,
  text,
})
const offer = (language: string, text: string): Case => ({ language, verdict: 'offer', text })
const none = (language: string, text: string): Case => ({ language, verdict: 'none', text })

/** English cases by class: proposals, offers, statements that wait, choices, rhetoric, closers. */
export const englishCases: readonly Case[] = [
  needs(
    'en',
    'permission',
    'Found the cause: the watcher is registered twice, so every save runs the build two times. Removing the second call in `boot.ts` fixes it.\n\nShould I make that change?',
  ),
  needs(
    'en',
    'permission',
    'The migration drops the column `legacy_id`, and 214 rows still use it. I have not run it yet.\n\nOK to go ahead?',
  ),
  needs(
    'en',
    'permission',
    'Plan:\n\n1. move the parser into its own module\n2. replace the hand-written lexer\n3. delete the old tests\n\nShall I start with step 1?',
  ),
  needs(
    'en',
    'permission',
    'I can reproduce the crash: `close()` is called on a socket that is already gone. The fix would be a guard in `pool.ts`. Want me to implement it?',
  ),
  needs('en', 'permission', 'Nothing is merged yet. May I force-push the cleaned history to `main`?'),
  needs(
    'en',
    'permission',
    'The build needs `libvips`, which is missing here. Is it OK if I install it with apt?',
  ),
  needs(
    'en',
    'permission',
    'Everything is staged for the release, but publishing cannot be undone.\n\nProceed? (y/n)',
  ),
  needs(
    'en',
    'permission',
    'I have drafted the deletion script and left it unexecuted. Waiting for your go-ahead before running it.',
  ),
  needs('en', 'permission', 'The spec is written. I will not touch any code until you approve it.'),
  needs(
    'en',
    'choice',
    'There are two ways to store the cursor:\n\n1. **In the database** - survives a restart\n2. **In memory** - faster\n\nWhich one do you want?',
  ),
  needs('en', 'choice', 'Do you want the retry to happen on the client or on the server?'),
  needs(
    'en',
    'choice',
    'Both libraries work; the first is smaller, the second is maintained. Let me know which you would rather use and I will add it.',
  ),
  needs(
    'en',
    'choice',
    'Options:\n- A) keep the cron job\n- B) use a queue\n- C) do nothing for now\n\nYour call.',
  ),
  needs(
    'en',
    'choice',
    'How would you like me to proceed?\n\n1. Roll back the deployment\n2. Fix forward\n3. Leave it as it is',
  ),
  needs(
    'en',
    'open',
    'I could not log in to the registry: the token in the environment has expired. Please send me a new one, then I can finish the upload.',
  ),
  needs('en', 'open', 'What should the fallback be when the country is unknown?'),
  needs(
    'en',
    'open',
    'The stack trace you pasted is cut off. Could you share the full output of `npm run build`?',
  ),
  needs('en', 'open', 'I need the name of the staging bucket to continue.'),
  needs(
    'en',
    'open',
    'Before I write the importer: what is the encoding of the files, and how large do they get?',
  ),
  needs(
    'en',
    'open',
    'Try it with the flag set and tell me what the console prints. If it is empty, the handler never runs.',
  ),
  needs(
    'en',
    'open',
    'Which port is the proxy listening on? The config has 8080 commented out and nothing else.',
  ),
  needs(
    'en',
    'yes_no',
    'Is the `orders` table ever written by anything but this service? The lock only helps when it is not.',
  ),
  needs('en', 'yes_no', 'The ticket says "weekly", the code says every ten days. Weekly is right, correct?'),
  needs('en', 'yes_no', 'Do you have a backup of the old database?'),
  needs(
    'en',
    'open',
    'One thing is missing before I can go on: the licence key for the test server. Can you give me one?',
  ),
  needs(
    'en',
    'open',
    'Review finished, two findings are fixed. The third needs a decision from you: the public method `find` would change its return type.',
  ),
  needs(
    'en',
    'permission',
    'Done with the analysis; no file changed so far. The only safe fix is to rewrite the lock file. Should I go ahead and do that?',
  ),
  offer(
    'en',
    'Done. The endpoint returns 404 for unknown ids and all 31 tests pass. Would you like me to add an example to the README as well?',
  ),
  offer('en', 'Fixed and pushed. Want me to also clean up the unused imports in that folder?'),
  offer(
    'en',
    'I have updated the three templates and the snapshot.\n\nLet me know if you would like a different wording.',
  ),
  offer('en', 'The report is in `out/report.html`. If you want, I can turn it into a PDF.'),
  offer('en', 'All green: build, lint, 212 tests. Anything else?'),
  offer('en', 'The rename is complete. Happy to walk you through the changes.'),
  offer(
    'en',
    'A closure keeps the variables of the place where it was made. That is why the counter goes on counting. Would you like to see another example?',
  ),
  offer('en', 'Implemented the cache and its tests; everything passes. Should I commit it?'),
  offer('en', 'Feature complete and merged. What would you like to work on next?'),
  offer(
    'en',
    'I added the dark theme and wired the toggle. Do you want me to write a short summary for the changelog?',
  ),
  offer('en', 'The service is up and running again. Just say the word and I will set up a weekly check.'),
  offer('en', 'That covers the question. I can also compare it with the older API if that helps.'),
  none('en', 'Renamed `getUser` to `findUser` in 14 files. Tests pass.'),
  none(
    'en',
    '## Why was it slow?\n\nEvery request opened a new connection.\n\n## What changed?\n\nConnections are pooled now; p95 went from 900 ms to 40 ms.',
  ),
  none(
    'en',
    'Why did this pass in CI? Because the clock there is UTC. I pinned the zone in the test and pushed the fix.',
  ),
  none('en', 'The prompt now asks "Do you want to overwrite the file?" before it writes. Covered by a test.'),
  none(
    'en',
    'Added the query `SELECT id FROM team WHERE name = ?` and an index for it. Nothing else changed.',
  ),
  none(
    'en',
    'Tests are still running; I will look at the result in five minutes and merge when it is green.',
  ),
  none('en', '```ts\nconst ok = ready ? start() : wait()\n```\n\nThe ternary replaces the nested ifs.'),
  none(
    'en',
    '| Case | Handled? |\n|---|---|\n| empty input | yes |\n| huge input | yes |\n\nBoth cases are covered now.',
  ),
  none('en', 'Decided without asking, as you told me to: the default is 30 seconds. No reply needed.'),
  none(
    'en',
    'Review of the pull request:\n\n- `pool.ts:14`: could this be a Map?\n- `pool.ts:40`: why is the timer not cleared?\n- `queue.ts:3`: unused import\n\nOverall the change is sound and ready to merge once the second point is fixed.',
  ),
  none('en', 'See https://example.com/search?q=iris&sort=new for the list. The page renders in 200 ms.'),
]
