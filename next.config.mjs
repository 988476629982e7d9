/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Native code, WebAssembly and worker threads: loaded from node_modules as they are.
  serverExternalPackages: ['better-sqlite3', '@prisma/client', '@prisma/adapter-better-sqlite3', 'piscina', 'pino'],
  // `npm run check` has the types: TypeScript 7 has no interface that Next could call.
  typescript: { ignoreBuildErrors: true },
  // The images are our own few; an optimiser would be one more thing that answers requests.
  images: { unoptimized: true },
  // Mostly the browser is on the same machine, where packing a long answer costs more than it saves.
  compress: false,
  devIndicators: false,
}

export default config
