import type { Finding } from './finding.ts'

const words = {
  NETWORK: 'The network or the other side failed',
  RESOURCE: 'The machine had nothing left, or somebody else used it',
  ENVIRONMENT: 'The machine is not set up for this',
}

const codes = {
  NETWORK: `ECONNREFUSED ECONNRESET ECONNABORTED ENOTFOUND ETIMEDOUT EAI_AGAIN EAI_FAIL EHOSTUNREACH ENETUNREACH ENETDOWN
    EHOSTDOWN ENOTCONN ESOCKETTIMEDOUT EIDLETIMEOUT ERR_SOCKET_TIMEOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT
    UND_ERR_SOCKET UND_ERR_BODY_TIMEOUT E429 E500 E502 E503 E504 ERR_PNPM_META_FETCH_FAIL`,
  RESOURCE: `ENOSPC EMFILE ENFILE ENOMEM EADDRINUSE EBUSY EAGAIN EDQUOT ETXTBSY ENOBUFS SQLITE_BUSY SQLITE_LOCKED SQLITE_FULL
    SQLITE_NOMEM ERR_WORKER_OUT_OF_MEMORY`,
  ENVIRONMENT: `EACCES EPERM EROFS ENOEXEC ERR_DLOPEN_FAILED EADDRNOTAVAIL SQLITE_CANTOPEN SQLITE_READONLY SQLITE_CORRUPT
    SQLITE_NOTADB SQLITE_IOERR CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE
    DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY E401 E403 ENEEDAUTH EOTP EBADENGINE EBADPLATFORM EUSAGE
    ERESOLVE EINTEGRITY EBADDEVENGINES ENOLOCK ENOWORKSPACES`,
}

const classes = new Map(
  (['NETWORK', 'RESOURCE', 'ENVIRONMENT'] as const).flatMap((failure) =>
    codes[failure].split(/\s+/).map((code) => [code, failure] as const),
  ),
)

/** What a code of the system, of SQLite or of a package manager says; undefined for one that may be the code's fault. */
export function readCode(code: string): Finding | undefined {
  const failure = classes.get(code) ?? classes.get(/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? '')
  return failure && { class: failure, why: `${words[failure]} (${code}).` }
}
