import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'src/surface/dashboard',
  plugins: [react(), tailwind()],
  build: {
    outDir: '../../../dist/dashboard',
    emptyOutDir: true,
    // An inlined asset would be a data: address, which the page's policy refuses for everything but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // How long plug-ins take says nothing on a busy machine.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
