const longest = 48

/** A short name made of a title: small letters, digits and hyphens, and none that is taken. */
export function freeSlug(title: string, isTaken: (slug: string) => boolean): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '')
  const base = plain === '' ? 'idea' : plain
  let slug = base
  for (let number = 2; isTaken(slug); number += 1) slug = `${base}-${number}`
  return slug
}
