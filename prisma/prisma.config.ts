import { defineConfig } from 'prisma/config'

// Used by `prisma generate` alone. The migrations are applied by the server (lib/server/db/migrate.ts).
export default defineConfig({ schema: 'schema.prisma', migrations: { path: 'migrations' } })
