-- Reports of the ledger's checks say up to when they are complete: the next one looks at what came after.

ALTER TABLE reconciliations
  ADD COLUMN complete_to timestamptz,
  ADD COLUMN is_whole boolean NOT NULL DEFAULT true;
