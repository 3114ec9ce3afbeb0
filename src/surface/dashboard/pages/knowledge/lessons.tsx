import { useState, type JSX } from 'react'
import type { Lesson } from '../../../../contract/plain.ts'
import { lessonGroups, type LessonGroup } from '../../../views/index.ts'
import { Choice } from '../../parts/choice.tsx'
import { Section } from '../../parts/section.tsx'
import { LessonLine } from './lesson-line.tsx'

const options: Readonly<Record<LessonGroup, string>> = {
  waiting: 'wait for you',
  used: 'in use',
  over: 'out of use',
}

/** Lessons by what is to be done with them; one opens with its evidence and what happened to it. */
export function Lessons(props: {
  lessons: readonly Lesson[]
  isWhole: boolean
  teams: ReadonlyMap<string, string>
}): JSX.Element {
  const { lessons, isWhole, teams } = props
  const groups = lessonGroups(lessons)
  const [chosen, choose] = useState<LessonGroup>()
  const shown = chosen ?? (groups.waiting.length > 0 ? 'waiting' : 'used')
  return (
    <Section name="Lessons">
      <div className="py-2">
        <Choice label="Show those that are" value={shown} options={options} onChange={choose} />
      </div>
      {groups[shown].length === 0 && (
        <p className="py-2 text-ink-2">
          {lessons.length === 0 ? 'Agents record lessons as they work, and so does a build.' : 'None.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {groups[shown].map((lesson) => (
          <LessonLine key={lesson.lesson} lesson={lesson} teams={teams} />
        ))}
      </ul>
      {!isWhole && (
        <p className="py-2 text-sm text-ink-2">
          Older ones: <code>iris lessons --all</code>
        </p>
      )}
    </Section>
  )
}
