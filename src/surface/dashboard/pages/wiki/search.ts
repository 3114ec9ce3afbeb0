/** Which page is shown, and how. */
export interface WikiSearch {
  project?: string
  page?: string
  view?: 'edit' | 'history'
}

/** What the address says, as far as it makes sense. */
export function readSearch({ project, page, view }: Record<string, unknown>): WikiSearch {
  return {
    ...(typeof project === 'string' && project !== '' && { project }),
    ...(typeof page === 'string' && page !== '' && { page }),
    ...((view === 'edit' || view === 'history') && { view }),
  }
}
