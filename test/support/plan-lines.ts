/**
 * How a model makes a plan: it writes the file that plan mode names, which the CLI asks nobody for, and the plan that
 * is approved is what stands there. The next line is for the result of `Write`.
 */
export const writesPlan = (when: string, plan: string): string => `
  - when: { ${when}, heard: '/(\\/\\S+\\/plans\\/[\\w-]+\\.md)/' }
    reply: [{ tool: { name: Write, input: { file_path: '\${heard.1}', content: ${plan} } } }]`
