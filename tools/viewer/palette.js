/** Colours and textures. The colours are Okabe and Ito's; wherever one says something, a shape says it too. */

const NAMES = ["floor", "line", "wall", "fire", "flame", "exit", "person", "casualty", "stranded", "danger", "trail"];
const MORE = ["ring", "edge", "heat", "hopeless", "order", "letter"];

/** The colours that the style sheet gives to the page's theme. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries([...NAMES, ...MORE].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** A pattern of a small tile, drawn by `draw(context, side)`. */
function pattern(context, side, draw) {
  const tile = document.createElement("canvas");
  tile.width = side;
  tile.height = side;
  draw(tile.getContext("2d"), side);
  return context.createPattern(tile, "repeat");
}

function stripe(colour, width, rising) {
  return (context, side) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    for (const shift of [-side, 0, side]) {
      context.moveTo(shift, rising ? side : 0);
      context.lineTo(shift + side, rising ? 0 : side);
    }
    context.stroke();
  };
}

function dots(colour, radius) {
  return (context, side) => {
    context.fillStyle = colour;
    context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
    context.fill();
  };
}

/** The textures of a canvas, in the theme's colours; `unit` is how many of its pixels one of the page's has. */
export function textures(context, colour, unit) {
  const side = Math.round(8 * unit);
  return {
    flame: pattern(context, side, stripe(colour.flame, 2.2 * unit, true)),
    danger: pattern(context, side, dots(colour.danger, 1.4 * unit)),
    hopeless: pattern(context, side, stripe(colour.hopeless, 1.6 * unit, false)),
  };
}
