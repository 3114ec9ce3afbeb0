import type { Profile } from '../../../contract/index.ts'
import { person, type IdeaContext } from './context.ts'

const nobody: Profile = { goals: [], skills: [], network: [], lifeStage: '' }

/** Who the person is; undefined until they said so. */
export function profileOf({ rows }: IdeaContext): Profile | undefined {
  return rows.profile(person)
}

/** Changes what is said, and leaves the rest. */
export function changeProfile({ rows, log }: IdeaContext, said: Partial<Profile>, by: string): Profile {
  return log.write((append) => {
    const profile = { ...(rows.profile(person) ?? nobody), ...said }
    rows.putProfile(person, profile)
    append({ type: 'profile.changed', data: { by } })
    return profile
  })
}

/** The profile in lines, as a model is told of it. */
export function profileLines({ goals, skills, network, lifeStage }: Profile): string[] {
  const line = (name: string, all: readonly string[]): string[] =>
    all.length === 0 ? [] : [`${name}: ${all.join('; ')}`]
  return [
    ...line('Goals', goals),
    ...line('Skills', skills),
    ...line('Network', network),
    ...line('Stage of life', lifeStage === '' ? [] : [lifeStage]),
  ]
}
