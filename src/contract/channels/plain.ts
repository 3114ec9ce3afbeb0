import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, conflict, notFound, refused } = exitCodes

/** The part without schemas of channels. */
export const plainChannels = plainNoun({
  http: {
    listChannels: 'GET /api/channels',
    openChannel: 'POST /api/channels',
    getChannel: 'GET /api/channels/:channel',
    changeChannel: 'PUT /api/channels/:channel',
    joinChannel: 'POST /api/channels/:channel/members',
    leaveChannel: 'DELETE /api/channels/:channel/members/:member',
    postMessage: 'POST /api/channels/:channel/messages',
    readMessages: 'GET /api/channels/:channel/messages',
    markRead: 'POST /api/channels/:channel/read',
    searchMessages: 'GET /api/messages',
    readChatInbox: 'GET /api/chat/inbox',
  },
  errors: {
    CHANNEL_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'There is no such room, or it is not yours to read. See `iris chat ls`.',
    },
    CHANNEL_NAME_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'A name is # and up to 99 letters, digits or signs, without spaces, commas and colons.',
    },
    CHANNEL_ARCHIVED: {
      status: 409,
      exit: conflict,
      advice: 'An archived room can be read and not written to. A person may reopen it.',
    },
    MESSAGE_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'There is no such message in this room.',
    },
    CHAT_RATE: {
      status: 429,
      exit: conflict,
      advice:
        'Wait a little, say more in one message, and do not poll: you are woken when you are mentioned.',
    },
    CHAT_HOPS: {
      status: 409,
      exit: conflict,
      advice: 'A person has to speak first. Ask one with `ask_human`, or end your turn.',
    },
    CHAT_REFUSED: {
      status: 403,
      exit: refused,
      advice: 'You may read this room, and not do that in it.',
    },
  },
})
