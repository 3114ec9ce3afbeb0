import type { Commands } from '../server/command.ts'
import { batchCommands } from './batch.ts'
import { capabilityCommands } from './capability.ts'
import { channelCommands } from './channels.ts'
import { historyCommands } from './history.ts'
import { listingCommands } from './listing.ts'
import { messageCommands } from './messages.ts'
import { modeCommands } from './modes.ts'
import { moderationCommands } from './moderation.ts'
import { peopleCommands } from './people.ts'
import { readMarkerCommands } from './read-marker.ts'
import { registrationCommands } from './registration.ts'
import { saslCommands } from './sasl.ts'
import { serverCommands } from './server-words.ts'
import { whoCommands } from './who.ts'

/** Every command a client may send. */
export const commands: Commands = {
  ...capabilityCommands,
  ...registrationCommands,
  ...saslCommands,
  ...channelCommands,
  ...listingCommands,
  ...moderationCommands,
  ...modeCommands,
  ...messageCommands,
  ...batchCommands,
  ...historyCommands,
  ...readMarkerCommands,
  ...peopleCommands,
  ...whoCommands,
  ...serverCommands,
}
