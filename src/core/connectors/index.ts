export { backTo, type Connectors } from './connectors.ts'
export { connectorsFeature } from './feature.ts'
export { OAuthRefusal } from './refusal.ts'
