import type { JSX, RefObject } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { countTasks, taskStatuses, taskWords, type TaskFilter } from '../../../views/index.ts'
import { Mark } from './mark.tsx'

interface FiltersProps {
  /** All there are, for what can be chosen. */
  all: readonly Task[]
  /** Those of every status that the rest of the filter lets through. */
  like: readonly Task[]
  filter: TaskFilter
  field: RefObject<HTMLInputElement | null>
  onChange: (change: TaskFilter) => void
  /** Enter in the words: on to what was found. */
  onFound: () => void
}

/** Narrows what is shown: words, project, phase, and the counts of each status as choices. */
export function Filters(props: FiltersProps): JSX.Element {
  const { all, filter, field, onChange, onFound } = props
  const projects = [...new Set(all.map(({ project }) => project))]
  const phases = [...new Set(all.flatMap(({ phase }) => phase ?? []))]
  return (
    <search className="flex flex-wrap items-center gap-2">
      <input
        ref={field}
        type="search"
        aria-label="Find tasks by key, title or file"
        placeholder="Find by key, title or file (/)"
        className="field min-w-0 basis-full sm:basis-60"
        value={filter.words ?? ''}
        onChange={(event) => onChange({ words: event.target.value })}
        onKeyDown={(event) => event.key === 'Enter' && onFound()}
      />
      {projects.length > 1 && (
        <Select
          label="Project"
          none="all projects"
          options={projects}
          value={filter.project}
          onChange={(project) => onChange({ project })}
        />
      )}
      {phases.length > 1 && (
        <Select
          label="Phase"
          none="all phases"
          options={phases}
          value={filter.phase}
          onChange={(phase) => onChange({ phase })}
        />
      )}
      <Statuses {...props} />
    </search>
  )
}

function Select(props: {
  label: string
  none: string
  options: readonly string[]
  value: string | undefined
  onChange: (value: string) => void
}): JSX.Element {
  return (
    <select
      aria-label={props.label}
      className="field max-w-44 min-w-0 flex-1 sm:flex-none"
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value)}
    >
      <option value="">{props.none}</option>
      {props.options.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}

/** How many there are of each status; pressing one shows only those, another as well. */
function Statuses({ like, filter, onChange }: FiltersProps): JSX.Element {
  const counts = countTasks(like)
  const chosen = filter.status ?? []
  const shown = taskStatuses.filter((status) => counts.has(status) || chosen.includes(status))
  const toggle = (status: (typeof shown)[number]): void =>
    onChange({
      status: chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status],
    })
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">Status</legend>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen.includes(status)}
          className="button gap-1.5 px-2 aria-pressed:border-accent aria-pressed:bg-accent-soft"
          onClick={() => toggle(status)}
        >
          <Mark status={status} />
          {taskWords[status]} <span className="text-ink-2">{counts.get(status) ?? 0}</span>
        </button>
      ))}
    </fieldset>
  )
}
