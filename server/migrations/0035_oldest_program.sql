-- Which programs this database still serves. A migration that programs before it can live with leaves the mark alone, so that they
-- may be started again; one that ends what they need moves it to itself:
--   update oldest_program set migration = '0040_what';
CREATE TABLE oldest_program (
  migration text NOT NULL,
  is_one    boolean PRIMARY KEY DEFAULT true CHECK (is_one)
);
COMMENT ON COLUMN oldest_program.migration IS 'A program must know this migration, or it does not start.';
INSERT INTO oldest_program (migration) VALUES ('0035_oldest_program');
