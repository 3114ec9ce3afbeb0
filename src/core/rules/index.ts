export { ruleDoors } from './doors/doors.ts'
export { orderTasks } from './order/order.ts'
