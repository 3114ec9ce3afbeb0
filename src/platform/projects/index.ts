export { createProjects, type Projects } from './projects.ts'
export { readRegularBytes, readRegularFile } from './reading.ts'
