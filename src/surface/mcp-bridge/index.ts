export { runBridge, type BridgeDeps } from './bridge.ts'
