import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { dataFolder } from '../data-folder'
import { PrismaClient } from '../generated/client'

/**
 * The one database client of the process. Server and route handlers load this file separately, so the client
 * is kept where both see it. WAL is a property of the file (`migrate` sets it); foreign keys and the waiting
 * time belong to the connection.
 */
const shared = globalThis as { cutpointDatabase?: PrismaClient }

const busyTimeoutInMs = 5000

const connect = (path: string): PrismaClient => {
  // better-sqlite3 is compiled with foreign keys on and synchronous=NORMAL under WAL.
  const adapter = new PrismaBetterSqlite3({ url: `file:${path}`, timeout: busyTimeoutInMs })
  return new PrismaClient({ adapter })
}

export const database = (): PrismaClient => {
  shared.cutpointDatabase ??= connect(dataFolder().database)
  return shared.cutpointDatabase
}

export const closeDatabase = async (): Promise<void> => {
  const client = shared.cutpointDatabase
  delete shared.cutpointDatabase
  await client?.$disconnect()
}
