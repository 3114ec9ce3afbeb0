export { feature } from './feature.ts'
export { inOrder } from './in-order.ts'
