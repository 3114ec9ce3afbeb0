export { createProjects, type Projects } from './projects.ts'
export { readRegularFile } from './reading.ts'
