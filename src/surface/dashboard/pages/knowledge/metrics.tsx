import { useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { MetricSpan } from '../../../../contract/plain.ts'
import {
  compact,
  duration,
  effectWords,
  metricColumns,
  money,
  percent,
  type MetricsMeasure,
  type MetricsSpan,
} from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Choice } from '../../parts/choice.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Section } from '../../parts/section.tsx'
import { colourOf, Stacked } from '../../parts/stacked.tsx'
import { knowledgeReading } from './queries.ts'

const measures: Readonly<Record<MetricsMeasure, { name: string; say: (value: number) => string }>> = {
  tasks: { name: 'Tasks', say: compact },
  lessons: { name: 'Tasks with a lesson and without', say: compact },
  time: { name: 'Time of a task', say: duration },
  cost: { name: 'Cost', say: money },
}

/** How builds of a project go over time. */
export function Metrics({ teams }: { teams: ReadonlyMap<string, string> }): JSX.Element {
  const [first = ''] = teams.keys()
  const [project, setProject] = useState(first)
  const [span, setSpan] = useState<MetricsSpan>('week')
  const [measure, setMeasure] = useState<MetricsMeasure>('tasks')
  const { data, error } = useQuery(useReading(knowledgeReading).metrics(teams.get(project) ?? '', span))
  const { name, say } = measures[measure]
  const columns = metricColumns(data?.spans ?? [], measure)
  const names = columns[0]?.parts.map((part) => part.name) ?? []
  return (
    <Section name="Over time">
      <div className="flex flex-wrap gap-x-6 gap-y-2 py-2 text-sm">
        {teams.size > 1 && (
          <select
            aria-label="Project"
            className="field"
            value={project}
            onChange={(event) => setProject(event.target.value)}
          >
            {[...teams.keys()].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <Choice
          label="Show"
          value={measure}
          options={{ tasks: 'tasks', lessons: 'lessons', time: 'time', cost: 'cost' }}
          onChange={setMeasure}
        />
        <Choice label="By" value={span} options={{ day: 'day', week: 'week' }} onChange={setSpan} />
      </div>
      {error && <Fault error={error} />}
      {data && (
        <>
          <p className="py-2">{effectWords(data.effect)}</p>
          <Stacked columns={columns} say={say} label={`${name} by ${span}`} />
          {names.length > 1 && <Legend names={names} />}
          <Figures spans={data.spans} />
        </>
      )}
    </Section>
  )
}

function Legend({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <p className="flex flex-wrap gap-x-4 pt-1 text-sm text-ink-2">
      {names.map((words, place) => (
        <span key={words}>
          <span
            aria-hidden="true"
            className="mr-2 inline-block size-2.5"
            style={{ background: colourOf(place) }}
          />
          {words}
        </span>
      ))}
    </p>
  )
}

/** The same in figures, as far as anything happened. */
function Figures({ spans }: { spans: readonly MetricSpan[] }): JSX.Element {
  const shown = spans.filter(({ builds }) => builds > 0).toReversed()
  return (
    // It is wider than a phone: there it moves by itself, also by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="mt-4 overflow-x-auto" tabIndex={0} role="region" aria-label="Figures">
      <table className="w-full min-w-[36rem] text-sm">
        <thead className="text-left text-xs text-ink-3">
          <tr className="border-b border-line">
            {['From', 'Builds', 'Tasks', 'At once', 'With a lesson', 'Without', 'A task took', 'Cost'].map(
              (heading, place) => (
                <th key={heading} className={`py-1 font-normal ${place === 0 ? '' : 'text-right'}`}>
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.at} className="border-b border-line">
              <td className="py-1">{new Date(one.at).toLocaleDateString()}</td>
              <td className="text-right">{one.builds}</td>
              <td className="text-right">{one.tasks}</td>
              <td className="text-right">{percent(one.rate)}</td>
              <td className="text-right">{percent(one.withLessons.rate)}</td>
              <td className="text-right">{percent(one.withoutLessons.rate)}</td>
              <td className="text-right">{one.taskMs === null ? '–' : duration(one.taskMs)}</td>
              <td className="text-right">{money(one.costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
