ALTER TABLE "Session" ADD COLUMN "profile" TEXT;
ALTER TABLE "Session" ADD COLUMN "tokens" INTEGER;
ALTER TABLE "Session" ADD COLUMN "tokensOrigin" TEXT;
