// The conformance suite imports `globSync`, which Node 20 lacks, for a command these tests do not use.
import * as fs from 'node:fs'
import { register } from 'node:module'

if (!('globSync' in fs)) {
  const shim = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => []`
  const hook = `export const resolve = (name, context, next) =>
    name === 'fs' && context.parentURL?.includes('/conformance/')
      ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(shim)}`)}, shortCircuit: true }
      : next(name, context)`
  register(`data:text/javascript,${encodeURIComponent(hook)}`)
}
