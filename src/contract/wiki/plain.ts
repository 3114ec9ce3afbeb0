import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict, refused, environment } = exitCodes

/** As many bytes an attachment may have. */
export const maxAttachment = 5 * 1024 * 1024

/** The part without schemas of the wiki. */
export const plainWiki = plainNoun({
  http: {
    listWikis: 'GET /api/wiki',
    listPages: 'GET /api/wiki/:project/pages',
    searchPages: 'GET /api/wiki/:project/search',
    readPage: 'GET /api/wiki/:project/page',
    writePage: 'PUT /api/wiki/:project/page',
    editPage: 'POST /api/wiki/:project/page/edit',
    appendPage: 'POST /api/wiki/:project/page/append',
    renamePage: 'POST /api/wiki/:project/page/rename',
    deletePage: 'POST /api/wiki/:project/page/delete',
    restorePage: 'POST /api/wiki/:project/page/restore',
    pageHistory: 'GET /api/wiki/:project/page/history',
    diffPage: 'GET /api/wiki/:project/page/diff',
    pageLinks: 'GET /api/wiki/:project/page/links',
    attachFile: 'PUT /api/wiki/:project/attachment',
    readAttachment: 'GET /api/wiki/:project/attachment',
    syncWiki: 'POST /api/wiki/:project/sync',
    restartWiki: 'POST /api/wiki/:project/restart',
  },
  errors: {
    PAGE_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris wiki ls`; a page that was deleted is in `iris wiki history <page>`.',
    },
    PAGE_NAME_REFUSED: {
      status: 400,
      exit: badInput,
      advice:
        'Name it like Tasks/shop-42: words and slashes, no dot in front, no other page in another case.',
    },
    PAGE_CONFLICT: {
      status: 409,
      exit: conflict,
      advice:
        'Somebody else wrote it. Read it again, put your change on top, and write with the new revision.',
    },
    PAGE_EDIT_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'The message says what does not fit. Read the page again and name the place exactly.',
    },
    PAGE_TOO_LARGE: {
      status: 413,
      exit: badInput,
      advice: 'Split it: a page has at most 512 KiB of text, an attachment 5 MiB.',
    },
    PAGE_NOT_YOURS: {
      status: 403,
      exit: refused,
      advice:
        'Write below one of the names in the message, or ask a person; `wiki.mayWrite` in config.yaml decides.',
    },
    WIKI_BUSY: {
      status: 409,
      exit: conflict,
      advice:
        'Another git works in the repository of the wiki. End what it does (`git status` there), then try again.',
    },
    WIKI_LOST: {
      status: 503,
      exit: environment,
      advice:
        'Put the repository back from a copy or its remote. `iris wiki restart` begins an empty one, and what was lost stays lost.',
    },
    WIKI_UNREADABLE: {
      status: 503,
      exit: environment,
      advice:
        'Nothing is lost. See that whoever runs Iris may read and write the folder, and that its disk answers.',
    },
    WIKI_NOT_A_REPOSITORY: {
      status: 409,
      exit: conflict,
      advice:
        'Make the folder a git repository of its own (`git init` in it), or let `wiki.path` name another.',
    },
    WIKI_REMOTE_FAILED: {
      status: 503,
      exit: environment,
      advice:
        'Look at `wiki.remote` in config.yaml, and try `git fetch iris` in the folder of the wiki. Pages are kept here meanwhile.',
    },
    WIKI_SERVER_FAILED: {
      status: 503,
      exit: environment,
      advice: 'Look at `wiki.server` in config.yaml: its address, its headers, and whether it runs.',
    },
  },
})
