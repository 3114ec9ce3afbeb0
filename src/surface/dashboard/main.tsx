// The page in the browser.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createRefresh } from './app/refresh.ts'
import { router } from './app/router.tsx'
import { createPageClient } from './data/client.ts'
import { WorldContext } from './data/context.ts'
import { createLive, isRefusal } from './data/live.ts'

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      // The log says when something is old; time does not.
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
  },
})
const client = createPageClient()
const live = createLive(client, { now: Date.now, onBack: () => void cache.invalidateQueries() })
const refresh = createRefresh(cache)
live.listen(refresh)
if (location.pathname !== '/login') live.open()

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no root')
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <WorldContext value={{ client, live }}>
        <RouterProvider router={router} />
      </WorldContext>
    </QueryClientProvider>
  </StrictMode>,
)
