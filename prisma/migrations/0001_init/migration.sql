CREATE TABLE "Session" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "format" TEXT NOT NULL,
  "formatVersion" TEXT,
  "model" TEXT,
  "window" INTEGER,
  "sha256" TEXT NOT NULL,
  "bytes" BIGINT NOT NULL,
  "messages" INTEGER NOT NULL DEFAULT 0,
  "blocks" INTEGER NOT NULL DEFAULT 0,
  "boundaries" INTEGER NOT NULL DEFAULT 0,
  "facts" TEXT NOT NULL DEFAULT '{}',
  "index" BLOB,
  "indexVersion" INTEGER NOT NULL DEFAULT 0,
  "previous" TEXT,
  "state" TEXT NOT NULL,
  "error" TEXT,
  "importedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "rejects" INTEGER,
  "alters" INTEGER,
  "fragile" INTEGER,
  "checks" INTEGER
);

CREATE TABLE "StoredFile" (
  "sha256" TEXT NOT NULL PRIMARY KEY,
  "bytes" BIGINT NOT NULL,
  "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "SessionFile" (
  "sessionId" TEXT NOT NULL,
  "sha256" TEXT NOT NULL,
  "label" TEXT NOT NULL,
  "ordinal" INTEGER NOT NULL,
  PRIMARY KEY ("sessionId", "ordinal"),
  CONSTRAINT "SessionFile_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "SessionFile_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "StoredFile" ("sha256") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "Job" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "kind" TEXT NOT NULL,
  "sessionId" TEXT,
  "state" TEXT NOT NULL,
  "progress" REAL NOT NULL DEFAULT 0,
  "message" TEXT NOT NULL DEFAULT '',
  "error" TEXT,
  "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" DATETIME NOT NULL,
  CONSTRAINT "Job_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Run" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "sessionId" TEXT NOT NULL,
  "policy" TEXT NOT NULL,
  "inputs" TEXT NOT NULL DEFAULT '{}',
  "state" TEXT NOT NULL,
  "error" TEXT,
  "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" DATETIME NOT NULL,
  CONSTRAINT "Run_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "RunStage" (
  "runId" TEXT NOT NULL,
  "ordinal" INTEGER NOT NULL,
  "result" BLOB NOT NULL,
  PRIMARY KEY ("runId", "ordinal"),
  CONSTRAINT "RunStage_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "Session_importedAt_idx" ON "Session" ("importedAt");
CREATE INDEX "Session_previous_idx" ON "Session" ("previous");
CREATE INDEX "SessionFile_sha256_idx" ON "SessionFile" ("sha256");
CREATE INDEX "Job_state_idx" ON "Job" ("state");
CREATE INDEX "Job_sessionId_idx" ON "Job" ("sessionId");
CREATE INDEX "Run_sessionId_idx" ON "Run" ("sessionId");
CREATE INDEX "Run_createdAt_idx" ON "Run" ("createdAt");
