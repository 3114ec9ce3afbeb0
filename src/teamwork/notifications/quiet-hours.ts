/** Hours of the day, in local time, such as 22:00 to 07:00. */
export interface QuietHours {
  from: string
  to: string
}

/** How long they still last, in ms, by what the clock shows now; 0 outside of them. */
export function quietFor(hours: QuietHours, now: number): number {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  const date = new Date(now)
  const minute = date.getHours() * 60 + date.getMinutes()
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return 0
  const end = new Date(now)
  // By the calendar, so that a change of clocks in the night is counted.
  end.setHours(Math.floor(to / 60), to % 60, 0, 0)
  // Wall time: hours of the day.
  if (end.getTime() <= now) end.setDate(end.getDate() + 1)
  return end.getTime() - now
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}
