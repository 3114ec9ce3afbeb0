export { ruleDoors } from './doors/doors.ts'
export { orderTasks, type Ordering } from './order/order.ts'
export type { PlannedTask } from './order/task.ts'
