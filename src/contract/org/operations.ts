import { z } from 'zod'
import { Nothing, operation, people, readers } from '../operation.ts'
import { TeamName } from '../teams/schemas.ts'
import { Org, OrgName } from './schemas.ts'

const OfOrg = z.object({ project: OrgName })
const OfSeat = OfOrg.extend({
  seat: z.string().min(1).max(100).describe('`em`, the key of a task, a name, or the id of a seat'),
})

/** What can be done with organisations. */
export const operations = {
  startOrg: operation({
    summary: 'Starts the organisation of a team’s project, or lets one that was stopped go on',
    input: z.object({ team: TeamName }),
    output: Org,
    for: people,
  }),
  listOrgs: operation({
    summary: 'Every organisation, those that run first',
    input: Nothing,
    output: z.object({ orgs: z.array(Org) }),
    for: readers,
  }),
  getOrg: operation({
    summary: 'One organisation with its seats, their shifts and what was dispatched',
    input: OfOrg,
    output: Org,
    for: readers,
  }),
  stopOrg: operation({
    summary: 'Sends everybody home: builds of its managers pause, nothing wakes anybody, nothing is lost',
    input: OfOrg,
    output: Org,
    for: people,
  }),
  handOverSeat: operation({
    summary: 'Has whoever has a seat hand it over to a successor, now',
    input: OfSeat,
    output: Org,
    for: people,
  }),
  replaceSeat: operation({
    summary: 'Gives a seat to a successor without asking whoever has it; Iris writes the handoff',
    input: OfSeat,
    output: Org,
    for: people,
  }),
  pauseSeat: operation({
    summary:
      'Delivers nothing more to a seat and pauses its build; a turn of the engineering manager ends by itself',
    input: OfSeat,
    output: Org,
    for: people,
  }),
  resumeSeat: operation({
    summary: 'Lets a seat that was paused go on with what waited for it',
    input: OfSeat,
    output: Org,
    for: people,
  }),
}
