export { runMonitor, type MonitorOptions } from './monitor.ts'
