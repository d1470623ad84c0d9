-- Engines that take only short videos.

-- By model the most frames of a video; without a limit where a model is not named.
ALTER TABLE engine_slots ADD COLUMN frame_limits jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(frame_limits) = 'object');
