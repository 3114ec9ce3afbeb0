interface Mark<N> {
  node: N
  index: number
  /** The earliest mark that can be reached from here and is still open. */
  low: number
  isOpen: boolean
  left: N[]
}

/** The strongly connected components of more than one node (Tarjan's; without recursion, because chains are long). */
export function cyclicComponents<N>(nodes: readonly N[], pointsAt: (node: N) => readonly N[]): N[][] {
  const marks = new Map<N, Mark<N>>()
  const open: Mark<N>[] = []
  const components: N[][] = []
  const enter = (node: N): Mark<N> => {
    const mark = {
      node,
      index: marks.size,
      low: marks.size,
      isOpen: true,
      left: [...pointsAt(node)].toReversed(),
    }
    marks.set(node, mark)
    open.push(mark)
    return mark
  }
  const leave = (mark: Mark<N>, parent: Mark<N> | undefined): void => {
    if (parent) parent.low = Math.min(parent.low, mark.low)
    if (mark.low !== mark.index) return
    const component = open.splice(open.lastIndexOf(mark))
    for (const member of component) member.isOpen = false
    if (component.length > 1) components.push(component.map(({ node }) => node))
  }

  for (const start of nodes) {
    if (marks.has(start)) continue
    const path = [enter(start)]
    for (let mark = path.at(-1); mark !== undefined; mark = path.at(-1)) {
      const to = mark.left.pop()
      const known = to === undefined ? undefined : marks.get(to)
      if (to !== undefined && known === undefined) path.push(enter(to))
      else if (known?.isOpen) mark.low = Math.min(mark.low, known.index)
      else if (to === undefined) {
        path.pop()
        leave(mark, path.at(-1))
      }
    }
  }
  return components
}
