import type { PermissionPolicy } from '../agent.ts'

const allowed = {
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
}

/**
 * Settings with which the CLI answers its own requests for permission, as its bypass would, which it refuses to root.
 * A hook reads the request, in which the mode stands before what the model wrote: in any other mode it says nothing,
 * and the request is ours to answer. So whoever changes the mode takes the permission back.
 */
export function selfAllowing(mode: PermissionPolicy): object {
  const [untilInput, inMode] = [
    's/"tool_input":.*//',
    `s/.*"permission_mode":"${mode}".*/${JSON.stringify(allowed)}/p`,
  ]
  const command = `sed -n -e '${untilInput}' -e '${inMode}'`
  // Questions to people and plans are for people.
  const matcher = '^(?!AskUserQuestion$|ExitPlanMode$)'
  return { hooks: { PermissionRequest: [{ matcher, hooks: [{ type: 'command', command }] }] } }
}
