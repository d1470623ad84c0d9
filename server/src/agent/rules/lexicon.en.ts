import type { Lexicon } from './lexicon.ts'
import { choices } from './choices.en.ts'

const facts: Lexicon['facts'] = {
  // Two words that mean something else than each of them.
  nothing:
    'sea level, hot air, dark blue, dark green, dark red, dark brown, dark hair, dark skin, light blue, light green, light brown, light hair, light wind, light touch, space bar, living space, stage of, day by day, one day, rain jacket, rain boots, raincoat, black hair, star wars, movie star, pop star, rock star, waves goodbye, waves hello, waves at, wave goodbye',
  // Time of day
  night:
    'night, midnight, nighttime, nighttimes, moonlit, starry, nocturnal, moonlight, starlight, nightfall, night sky, night market, stargazing, aurora, northern lights',
  dawn: 'dawn, sunrise, daybreak, morning, first light',
  sunset: 'sunset, dusk, evening, golden hour, twilight, sundown, setting sun',
  day: 'noon, midday, afternoon, daytime, daylight, sunny, sunlit, blue sky, sunshine, sunbathe, summer day',
  dark: 'dark, darkness, pitch black, blackout, shadowy, unlit',
  // Weather
  rain: 'rain, rainy, raining, drizzle, downpour, rainfall, monsoon, light rain, heavy rain, raindrop, puddle, wet street',
  snow: 'snow, snowy, snowing, snowfall, blizzard, snowstorm, snowflake, light snow, arctic, antarctic, tundra, glacier, ice field',
  winter: 'winter, wintertime, frosty, frost',
  fog: 'fog, foggy, mist, misty, haze, hazy',
  storm: 'storm, stormy, thunder, thunderstorm, lightning, hurricane, tornado, typhoon, rough sea',
  cloudy: 'cloudy, overcast, clouds, cloud, gray sky, grey sky',
  wind: 'wind, windy, breeze, gust, light breeze',
  // Place
  sea: 'sea, ocean, seascape, the waves, ocean waves, crashing waves, waves crash, waves crashing, big waves, waves roll, waves break, waves, surf, bay, lagoon, harbor, harbour, marina',
  lake: 'lake, river, pond, stream, waterfall, creek, fjord, canal, waterside',
  beach: 'beach, shore, coast, seaside, coastline, tropical island, shoreline',
  city: 'city, street, skyline, downtown, metropolis, cityscape, skyscraper, alley, alleyway, avenue, boulevard, town, crosswalk, traffic, rooftop, times square, shibuya, tokyo, new york, paris, london, shanghai, hong kong, beijing, market, plaza, subway, sidewalk, bridge, village',
  forest: 'forest, woods, woodland, jungle, rainforest, grove, bamboo, redwoods, bamboo forest',
  mountain:
    'mountain, peak, alps, himalayas, cliff, summit, ridge, canyon, volcano, everest, mount fuji, hill, valley',
  desert: 'desert, dune, sahara, gobi, badlands, oasis',
  field:
    'field, meadow, garden, farm, prairie, grassland, savanna, savannah, countryside, orchard, vineyard, park, lawn, pasture, backyard, playground, steppe, rice terrace',
  sky: 'sky, skies, above the clouds, in the clouds, through the clouds, midair, horizon',
  space:
    'outer space, galaxy, planet, cosmos, nebula, orbit, milky way, solar system, asteroid, deep space, black hole, spacewalk, the moon, mars, saturn, jupiter, spaceship, spacecraft, space station, in space, through space, universe',
  underwater:
    'underwater, coral reef, reef, deep sea, seabed, ocean floor, aquarium, beneath the surface, under the sea, beneath the waves',
  indoors:
    'room, kitchen, bedroom, office, living room, indoors, indoor, interior, inside the house, inside the castle, inside the church, inside the temple, cafe, café, coffee shop, restaurant, bar, library, classroom, studio, hallway, corridor, museum, gym, hospital, laboratory, lab, workshop, garage, bathroom, elevator, apartment, bakery, shop, store, warehouse, ballroom, attic, basement, diner, gallery',
  tabletop: 'windowsill, desk, table, tabletop, sofa, couch, pedestal, shelf, countertop, armchair',
  cave: 'cave, tunnel, cavern, mine shaft, dungeon',
  stage: 'on stage, stage, concert, theater, theatre, catwalk, runway show, spotlight',
  // What is seen
  person:
    'man, woman, boy, girl, person, people, child, kid, toddler, baby girl, baby boy, men, women, children, couple, lady, gentleman, guy, teenager, teen, actor, actress, dancer, ballerina, chess player, singer, musician, guitarist, pianist, violinist, chef, doctor, nurse, teacher, student, soldier, knight, samurai, ninja, astronaut, cowboy, farmer, worker, engineer, scientist, detective, pirate, wizard, witch, queen, king, princess, prince, monk, grandmother, grandfather, mother, father, mom, dad, bride, groom, skateboarder, surfer, skier, runner, swimmer, cyclist, boxer, athlete, face, hiker, climber, fisherman, blacksmith, barista, baker, potter, artist, painter, magician, clown, traveler, tourist, businessman, businesswoman, girl in, family, friends, brother, sister, gymnast, diver, scuba diver, rider, driver, pilot, old man, old woman, hero, superhero, warrior, explorer, wanderer',
  crowd: 'crowd, audience, army, marathon, parade, protesters, fans, festival, flock of people, commuters',
  furry:
    'cat, dog, kitten, puppy, fox, wolf, bear, polar bear, lion, tiger, leopard, cheetah, panda, rabbit, bunny, squirrel, horse, deer, monkey, gorilla, raccoon, otter, sheep, lamb, goat, cow, hamster, mouse, hedgehog, koala, kangaroo, camel, golden retriever, husky, corgi, shiba, red panda, sloth, pony, foal, yak, bison, beaver, donkey, elk, moose, lynx, panther, jaguar, reindeer, alpaca, llama',
  feathered:
    'bird, owl, eagle, parrot, penguin, hawk, falcon, swan, duck, duckling, chicken, rooster, peacock, hummingbird, flamingo, seagull, crow, raven, pigeon, dove, goose, geese, sparrow, crane bird, heron, kingfisher, toucan',
  creature:
    'animal, elephant, whale, dolphin, shark, fish, turtle, snake, lizard, crocodile, frog, octopus, jellyfish, dragon, dinosaur, t-rex, monster, creature, giraffe, zebra, rhino, hippo, seal, sea lion, unicorn, phoenix, koi, manta ray, chameleon, crab, pig, godzilla, kraken, griffin, tortoise, goldfish, sea turtle, humpback whale',
  young: 'kitten, puppy, baby, cub, duckling, foal, lamb, toddler, bunny, chick, piglet',
  tiny: 'butterfly, bee, ant, ladybug, dragonfly, spider, insect, snail, water drop, droplet, dewdrop, flower, rose, tulip, sunflower, petal, blossom, beetle, caterpillar, hummingbird, seed, sprout, mushroom, lotus, orchid, daisy, dandelion, bud, moth, firefly',
  food: 'coffee, tea, cake, pizza, burger, sushi, ramen, noodles, bread, chocolate, steak, salad, soup, pancake, ice cream, fruit, strawberry, cheese, hot dog, pasta, dumpling, honey, cocktail, wine, croissant, cookie, sandwich, taco, dessert, espresso, latte, apple, lemon, orange slice, butter, rice, egg, beer, juice, donut, cupcake, food, meal, dish, bubble tea',
  vehicle:
    'car, sports car, truck, bus, train, motorcycle, bicycle, bike, airplane, plane, jet, helicopter, ship, boat, sailboat, yacht, submarine, tank, tram, racing car, race car, van, taxi, steam train, locomotive, rocket, scooter, tractor, hot air balloon, spaceship, ufo, convertible, canoe, kayak, ferry, bullet train',
  object:
    'watch, bottle, perfume, shoe, sneaker, phone, smartphone, laptop, chair, lamp, vase, book, guitar, piano, violin, ring, diamond, balloon, ball, toy, robot, statue, clock, iphone, umbrella, typewriter, teapot, cup, mug, glass, kite, mirror, crystal, sword, helmet, drone, headphones, lipstick, bag, handbag, coin, origami, marble, globe, hourglass, music box, snow globe, key, machine, gear, android, mech, computer',
  plant: 'tree, leaf, leaves, bonsai, plant, fern, ivy, cactus',
  text: 'logo, title card, lettering, typography, words appear, text that, the text, the words, caption, subtitle, title screen, the word',
  // How it moves
  fast: 'run, running, race, racing, chase, chasing, sprint, gallop, dash, speed, speeding, drift car, drifts around, rush, ski, skiing, surf, surfing, snowboard, skateboard, skateboarding, explode, explosion, fight, fighting, battle, crash, sprinting, leap, jump, jumping, dive, charge, escape, parkour, bolt, kickflip, backflip, drive, driving, stampede, zip, whiz, hurtle, ride, launch',
  walking:
    'walk, walking, stroll, strolling, wander, wandering, hike, hiking, march, marching, stride, tiptoe',
  flying: 'fly, flying, soar, soaring, hover, flutter, take off, glide, gliding, swoop',
  dancing: 'dance, dancing, waltz, pirouette, breakdance, ballet, tango',
  floating: 'float, floating, drift, drifting, sail, sailing, swim, swimming, sway, swaying',
  speech:
    'say, says, saying, speak, speaking, speech, talk, talking, whisper, shout, asks, replies, tell, tells, interview, announce, monologue, dialogue, dialog, sing, singing',
  action:
    'spin, spinning, twirl, flow, flowing, hang, hanging, teach, cross, slide, sliding, sit, sitting, stand, standing, sleep, sleeping, look, looking, eat, eating, drink, drinking, play, playing, cook, cooking, read, reading, write, writing, paint, painting, draw, smile, smiling, laugh, laughing, cry, crying, hold, holding, open, opening, close, closing, pour, pouring, fall, falling, rise, rising, bloom, blooming, burn, burning, melt, melting, grow, growing, climb, climbing, work, working, build, building, turn, turning, wave, waving, wash, watch over, stir, stirring, blow, blowing, roll, rolling, slice, slicing, steam, steaming, erupt, erupting, hug, hugging, kiss, kissing, wake, waking, throw, throwing, catch, shine, shining, glow, glowing, move, moving, movement, motion, arrive, arriving, land, landing, enter, leave, leaving, cross, crossing, forge, forging, knit, plant, carry, carrying, push, pull, transform, morph, dissolve, unfold, unfolding, drip, dripping, splash, splashing, perform, performing, gaze, gazing, stare, staring, wait, waiting, lie, lying, stretch, yawn, bark, nap, napping, crash, break, breaking, swing, juggle, rest, resting, emerge, appear, appears, disappear, change, changing, shatter, collapse, bathe, fish for, fishing, feed, feeding, pet, graze, grazing, typing, type, peek, chew, nibble, sip, blink, nod, wink, approach, follow',
  still: 'frozen, motionless, still life, statue, freeze frame, perfectly still, standing still',
  timelapse: 'timelapse, time-lapse, time lapse, hyperlapse, stop motion, stop-motion',
  // Light of its own
  fire: 'fire, campfire, fireplace, bonfire, candle, candlelight, torch, flame, lava, burning, firelight, lantern',
  neon: 'neon, cyberpunk, holographic, led lights, laser',
  future:
    'cyberpunk, futuristic, sci-fi, science fiction, hologram, holographic, robot, android, mech, spaceship, neon',
  // Style
  drawn:
    'anime, cartoon, watercolor, watercolour, sketch, pixel art, claymation, ghibli, comic, manga, illustration, oil painting, ink painting, pencil drawing, 2d animation, hand-drawn, hand drawn, low poly, lego, paper cutout, stop motion, stop-motion, vector art, 8-bit, ukiyo-e, impressionist, cel shaded',
  abstract:
    'abstract, pattern, fractal, geometric, texture loop, ink in water, paint swirls, particles, kaleidoscope, gradient, shapes',
  // Mood that is there without being named
  battle:
    'battle, war, explosion, explode, fight, fighting, soldier, army, tank, godzilla, monster, attack, crash, tornado, erupt, erupting, eruption, apocalypse, apocalyptic',
  party:
    'party, wedding, birthday, festival, carnival, parade, celebrate, celebration, fireworks, new year, christmas, concert',
  horror: 'ghost, haunted, zombie, vampire, graveyard, cemetery, abandoned, horror, skeleton, demon',
  moody:
    'calm, peaceful, serene, tense, dramatic, joyful, happy, sad, melancholy, melancholic, eerie, mysterious, romantic, nostalgic, cozy, cosy, dreamy, dreamlike, moody, lonely, cheerful, playful, epic, hopeful, gloomy, tranquil, ominous, whimsical, magical, mood, atmosphere, atmospheric, spooky, scary, heartwarming, energetic, majestic, relaxing, quiet, intimate, suspenseful, uplifting, surreal, angry, ethereal, somber, sombre, festive, vibe, chaotic, horror, funny, comic relief, solemn, wistful',
}

const filled: Lexicon['filled'] = {
  detail:
    'detail, details, detailed, texture, textured, intricate, photorealistic, hyperrealistic, realistic, sharp focus, 4k, 8k, wearing, dressed, crisp reflections',
  scene: 'background, backdrop, scene, scenery, landscape, setting, surroundings, environment, world',
  light:
    'light, lights, lit, lighting, sunlight, moonlight, daylight, candlelight, firelight, backlit, backlight, backlighting, glow, glowing, glows, neon, silhouette, shadow, shadows, sunbeam, sunbeams, rays, golden hour, chiaroscuro, rim light, illuminated, illuminate, spotlight, lamplight, streetlights, high-key, low-key, volumetric, sunlit, moonlit, bioluminescent, sunny, starlight, sunshine',
  shot: "shot, close-up, closeup, close up, medium shot, wide shot, wide angle, wide-angle, aerial, macro, lens, bokeh, depth of field, framing, composition, low angle, low-angle, high angle, high-angle, overhead, top-down, top down, eye level, eye-level, pov, point of view, first-person, first person, panorama, panoramic, fisheye, telephoto, 35mm, 50mm, 85mm, anamorphic, establishing, over-the-shoulder, portrait shot, dutch angle, drone view, drone footage, bird's-eye, birds-eye, tilt-shift, viewed from, isometric, full body, foreground",
  motion: 'movement, movements, motion, slow motion, slow-motion, moves, moving, slow-mo',
  camera:
    'camera, pan, panning, pans, tilt up, tilt down, tilting, dolly, zoom, zooms, zooming, tracking, tracking shot, handheld, hand-held, steadicam, crane shot, orbit shot, orbiting, fpv, drone, timelapse, time-lapse, time lapse, hyperlapse, pull back, push in, push-in, one take, static shot, whip pan, fly-through, flythrough, flyover, aerial footage, drone footage, drone shot, follow shot, stop motion, stop-motion, gopro, cctv, security footage, selfie, vlog, tripod, montage, cut to, cuts to',
  mood: 'mood, atmosphere, atmospheric, vibe, tone, feeling, ambience, ambiance, cinematic',
}

export const english: Lexicon = { facts, filled, choices }
