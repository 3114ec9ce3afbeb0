export { createProjects, readRegularFile, type Projects } from './projects.ts'
