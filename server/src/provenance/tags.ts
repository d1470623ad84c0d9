import { type MadeVideo, type Marking, recipeOf } from './manifest.ts'

/**
 * Tags that mark a video as generated. They contain nothing of its owner's words, and no setting disables them. `AIGC` is
 * the tag of GB 45438-2025; videos of the preview engine have it too, since they are generated, though by no AI model.
 */
export function aiTags(
  video: Pick<MadeVideo, 'task_id' | 'model' | 'made_by_ai'>,
  { producer }: Pick<Marking, 'producer'>,
): Record<string, string> {
  const how = video.made_by_ai
    ? `Made by AI with Clipwright. Model: ${video.model}.`
    : 'Made with Clipwright: procedural preview, no AI model.'
  return {
    comment: `${how} Task: ${video.task_id}.`,
    AIGC: JSON.stringify({
      Label: '1',
      ContentProducer: producer,
      ProduceID: video.task_id,
      ReservedCode1: '',
      ContentPropagator: producer,
      PropagateID: video.task_id,
      ReservedCode2: '',
    }),
  }
}

/** All tags of the video file. */
export function fileTags(video: MadeVideo, marking: Marking): Record<string, string> {
  const recipe = marking.with_recipe && { recipe: JSON.stringify(recipeOf(video)) }
  return { ...aiTags(video, marking), ...recipe }
}
