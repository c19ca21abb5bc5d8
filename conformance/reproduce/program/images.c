// Memories that kernels take as images: an element is a pixel, @WIDTH@ pixels are a row.
static struct Image {
  const char* name;
  int memory, is_written;
  size_t pixel_bytes;
  cl_channel_order order;
  cl_channel_type type;
  cl_mem buffer, image;
} images[] = {
@IMAGES@
};
enum { kImages = sizeof images / sizeof images[0] };

// Copies whole rows, and what is left of the last one, to the image or back.
static void copy_image(struct Image* g, int back) {
  struct Memory* m = &memories[g->memory];
  const size_t pixels = m->size / g->pixel_bytes, rows = pixels / @WIDTH@, rest = pixels % @WIDTH@;
  for (int part = 0; part < 2; ++part) {
    const size_t corner[3] = {0, part ? rows : 0, 0};
    const size_t region[3] = {part ? rest : @WIDTH@, part ? 1 : rows, 1};
    const size_t byte = @BEGIN@ + (part ? rows * @WIDTH@ * g->pixel_bytes : 0);
    if (part ? rest == 0 : rows == 0) continue;
    if (back)
      must("clEnqueueCopyImageToBuffer",
           clEnqueueCopyImageToBuffer(@QUEUE@, g->image, g->buffer, corner, region, byte,
                                      @ORDER@));
    else
      must("clEnqueueCopyBufferToImage",
           clEnqueueCopyBufferToImage(@QUEUE@, g->buffer, g->image, byte, corner, region,
                                      @ORDER@));
  }
}

static void load_images(void) {
  for (int k = 0; k < kImages; ++k) {
    struct Image* g = &images[k];
    struct Memory* m = &memories[g->memory];
    const cl_image_format format = {g->order, g->type};
    cl_image_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = @WIDTH@;
    desc.image_height = (m->size / g->pixel_bytes + @WIDTH@ - 1) / @WIDTH@;
    cl_int code = CL_SUCCESS;
    g->image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, &code);
    must("clCreateImage", code);
@BUFFER@
    copy_image(g, 0);
  }
}

static void store_images(void) {
  for (int k = 0; k < kImages; ++k)
    if (images[k].is_written) copy_image(&images[k], 1);
}

static void release_images(void) {
  for (int k = 0; k < kImages; ++k) {
    must("clReleaseMemObject", clReleaseMemObject(images[k].image));
@RELEASE@
  }
}
