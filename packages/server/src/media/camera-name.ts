/** The USB vendor and product that Chrome puts behind a name: `(046d:082d)`. Built-in cameras have one, too. */
const USB_ID = /\([0-9a-f]{4}:[0-9a-f]{4}\)/gi;

/** A model: letters, then two digits or more, such as `C920` and `BCC950`. `camera2` and `video0` count the cameras of one device. */
const MODEL = /^\p{L}+\d{2,}\p{L}?$/u;

/** Words of this shape that name no model: the resolution, and the version of USB without its dot. */
const NO_MODEL = /^(?:[fu]?hd|usb)\d+$/;

/**
 * Returns whether the name of a camera has a model number, as external webcams have. Phones, tablets and laptops give labels such as
 * `Front Camera`, `camera2 0, facing back`, `FaceTime HD Camera` and `Integrated Camera`, many of them in the language of the device. These are
 * equal for all devices of a kind.
 */
export const namesModel = (name: string): boolean =>
  name
    .replace(USB_ID, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .some((word) => MODEL.test(word) && !NO_MODEL.test(word));
